/** Cached requests: `useQuery(apiQuery('/api/v1/libraries'))`. */
import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query'
import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from './schema'
import { ApiError, readResponse, api } from './client'

type Readable = {
  [Path in keyof paths]: paths[Path] extends { get: unknown } ? Path : never
}[keyof paths]
type Init<Path extends Readable> = MaybeOptionalInit<paths[Path], 'get'>
type Data<Path extends Readable> = NonNullable<
  // oxlint-disable-next-line typescript/no-explicit-any -- the parameter's place in a library's type
  FetchResponse<
    Extract<paths[Path]['get'], Record<string | number, any>>,
    Init<Path>,
    'application/json'
  >['data']
>

/**
 * Builds options for `useQuery` and `useQueries`. The key is `[path, parameters]`, because live
 * events invalidate by path (see state/live/server-events.ts).
 */
export function apiQuery<Path extends Readable>(path: Path, init?: Init<Path>) {
  return queryOptions({
    queryKey: [path, init ?? null] as const,
    queryFn: ({ signal }): Promise<Data<Path>> => {
      const get = api.GET as unknown as (
        path: string,
        init: object,
      ) => Promise<{ data?: Data<Path>; response: Response }>
      return readResponse(get(path, { ...init, signal })) as Promise<Data<Path>>
    },
  })
}

/**
 * Delivers results before the next key press or click. The default scheduler uses a timer, which
 * may fire later on a slow machine.
 */
notifyManager.setScheduler(queueMicrotask)

const minute = 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events invalidate outdated data. The time limit is for changes that publish no event.
      staleTime: 5 * minute,
      // Keeps data so that Back restores the list and its exact position.
      gcTime: 60 * minute,
      refetchOnWindowFocus: false,
      // Most error responses are final, but an unreachable or overloaded server may recover.
      retry: (times, error) => error instanceof ApiError && isPassing(error.status) && times < 3,
    },
  },
})

const isPassing = (status: number) => status === 0 || status === 429 || status >= 502

/** Refetches series, books and other data that a bulk change can affect. */
export const refreshWorks = (queries: QueryClient) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && ofWorks.test(path),
  })

const ofWorks = /^\/api\/v1\/(series|books|want-to-read|people|libraries|search)/
