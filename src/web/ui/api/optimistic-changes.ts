/**
 * Optimistic changes. Changes to the same path are sent in sequence, so the last one wins. While
 * one is pending, no response overwrites the optimistic value: neither one in flight nor one that a
 * live event requests (state/live/server-events.ts).
 */
import type { QueryClient } from '@tanstack/react-query'

/** Options for a mutation. */
export const inSequence = (path: string) => ({ mutationKey: [path], scope: { id: path } })

/** Call before an optimistic update. Queries that have no data yet keep running. */
export const cancelQueries = (queries: QueryClient, path: string) =>
  void queries.cancelQueries({
    queryKey: [path],
    predicate: ({ state }) => state.data !== undefined,
  })

/** Whether a change is pending for a path accepted by `concerns`. */
export const isChanging = (queries: QueryClient, concerns: (path: unknown) => boolean) =>
  queries.isMutating({ predicate: ({ options }) => concerns(options.mutationKey?.[0]) }) > 0

/** For a mutation that is settling: true if no other mutation is pending. */
export const isLastInSequence = (queries: QueryClient, path: string) =>
  queries.isMutating({ mutationKey: [path] }) <= 1
