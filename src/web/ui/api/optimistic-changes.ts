/**
 * Changes that show before the server has them. Those of one path reach it one after the other, so that the
 * last one wins; and until the last one did, no answer of the server's takes back what is shown: neither one
 * that is on its way, nor one that a live event asks for (state/live/live.ts).
 */
import type { QueryClient } from '@tanstack/react-query'

/** Among the options of a mutation. */
export const inTurn = (path: string) => ({ mutationKey: [path], scope: { id: path } })

/** Before a change is shown. What never had an answer goes on waiting for its first. */
export const dropAnswers = (queries: QueryClient, path: string) =>
  void queries.cancelQueries({
    queryKey: [path],
    predicate: ({ state }) => state.data !== undefined,
  })

/** Whether a change is under way of any path that `concerns` us. */
export const isChanging = (queries: QueryClient, concerns: (path: unknown) => boolean) =>
  queries.isMutating({ predicate: ({ options }) => concerns(options.mutationKey?.[0]) }) > 0

/** Asked by one that settles: whether none is behind it. */
export const isLastInTurn = (queries: QueryClient, path: string) =>
  queries.isMutating({ mutationKey: [path] }) <= 1
