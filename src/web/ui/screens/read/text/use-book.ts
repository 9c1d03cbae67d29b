import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addressOf, ApiError, type Schemas } from '../../../api/client'
import { ask } from '../../../api/query'
import { bookOf, type Manifest } from './engine/book'
import type { Locator } from './engine/locator'

/** The book's outline, and where one left off on whatever device. */
export function useBook(bookId: string) {
  const base = addressOf(`api/v1/books/${bookId}/`)
  const manifest = useQuery({
    queryKey: ['/api/v1/books/{id}/manifest', bookId],
    queryFn: ({ signal }) => askManifest(`${base}manifest`, signal),
  })
  const place = useQuery({
    ...ask('/api/v1/books/{id}/progression', { params: { path: { id: bookId } } }),
    staleTime: 0,
    gcTime: 0,
  })
  const book = useMemo(
    () => (manifest.data ? bookOf(manifest.data, `${base}manifest`) : undefined),
    [manifest.data, base],
  )
  return {
    base,
    book,
    from: locatorOf(place.data),
    isReady: book !== undefined && place.isFetchedAfterMount,
    error: manifest.error,
    retry: manifest.refetch,
  }
}

async function askManifest(address: string, signal: AbortSignal) {
  const answer = await fetch(address, { signal })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new ApiError(answer.status, body as Schemas['Error'])
  return body as Manifest
}

/** The outline says what the server checked: a locator of a Readium reader. */
const locatorOf = (progression: Schemas['Progression'] | undefined) =>
  (progression?.locator as Locator | undefined) ?? null
