import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addressOf, ApiError, type Schemas } from '../../../../api/client'
import { ask } from '../../../../api/query'
import { sessionEnded } from '../../../../state/session/session'
import { Arrivals } from '../engine/book/section-loader'
import { bookOf, type Manifest } from '../engine/book/epub'
import { askPart, shownAddress } from '../engine/book/documents'
import type { Locator } from '../engine/locator'

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
    refetchOnWindowFocus: 'always',
  })
  const [arrivals] = useState(() => new Arrivals(shownFrom))
  const book = useMemo(
    () =>
      manifest.data &&
      bookOf(manifest.data, `${base}manifest`, (address) => arrivals.find(address)),
    [manifest.data, base, arrivals],
  )
  return {
    base,
    book,
    arrivals,
    from: locatorOf(place.data),
    isReady: book !== undefined && place.isFetchedAfterMount,
    error: manifest.data ? null : manifest.error,
    retry: manifest.refetch,
  }
}

/** A part that the book does not have never comes: what the server says of it is shown. */
async function shownFrom(address: string) {
  try {
    const answer = await askPart(address)
    const { status } = answer
    if (status === 401) sessionEnded()
    const isLater = status === 401 || status === 429 || status >= 500
    return isLater ? null : await shownAddress(address, answer)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return null
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
