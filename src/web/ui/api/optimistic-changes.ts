/**
 * Optimistic changes. Changes to the same path are sent in sequence, so that the last one wins.
 * While a change is pending, no response overwrites the optimistic value: neither one that is in
 * flight nor one that a live event requests (state/live/server-events.ts).
 */
import type { QueryClient } from '@tanstack/react-query'

/** Returns mutation options for changes to this path, which are then sent in sequence. */
export const inSequence = (path: string) => ({ mutationKey: [path], scope: { id: path } })

/** Cancels requests before an optimistic update. Queries that have no data yet keep running. */
export const cancelQueries = (queries: QueryClient, path: string) =>
  void queries.cancelQueries({
    queryKey: [path],
    predicate: ({ state }) => state.data !== undefined,
  })

/** Returns whether a change is pending for any path that `concerns` accepts. */
export const isChanging = (queries: QueryClient, concerns: (path: unknown) => boolean) =>
  queries.isMutating({ predicate: ({ options }) => concerns(options.mutationKey?.[0]) }) > 0

/** Call this when a mutation settles. Returns whether it is the last pending one for its path. */
export const isLastInSequence = (queries: QueryClient, path: string) =>
  queries.isMutating({ mutationKey: [path] }) <= 1
