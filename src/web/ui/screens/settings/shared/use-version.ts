/** The version of a resource that a form edits. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/client'

interface Answer<Value> {
  data?: Value
  error?: unknown
  response: Response
}

interface Version<Value> {
  value: Value
  /** ETag, if the server sent one. */
  tag: string | null
}

/**
 * Loads the resource once, so that its values and its ETag belong together. Saving is refused if
 * someone else has changed the resource since then.
 */
export function useVersion<Value>(id: string, load: () => Promise<Answer<Value>>) {
  const queries = useQueryClient()
  // The key is not an API path, because live events must not change an open form.
  const queryKey = ['edit', id]
  const { data, isLoading } = useQuery({
    queryKey,
    queryFn: async () => readVersion(await load()),
    enabled: ({ state }) => state.data === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const save = async (send: (headers: Record<string, string>) => Promise<Answer<Value>>) => {
    const saved = readVersion(await send(data?.tag ? { 'If-Match': data.tag } : {}))
    // The form may have to be sent again because a later request failed.
    queries.setQueryData(queryKey, saved)
  }
  return { value: data?.value, isLoading, save }
}

function readVersion<Value>({ data, error, response }: Answer<Value>): Version<Value> {
  if (!data) throw new ApiError(response.status, error as ConstructorParameters<typeof ApiError>[1])
  return { value: data, tag: response.headers.get('etag') }
}
