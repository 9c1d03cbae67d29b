import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { buildUrl, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { expireSession } from '../../../../state/session/session'
import { manifestQuery } from '../../hooks/fetch-manifest'
import { SectionLoader } from '../engine/book/section-loader'
import { getBook, type Manifest } from '../engine/book/epub'
import { fetchPart, shownAddress } from '../engine/book/documents'
import type { Locator } from '../engine/locator'

/** Loads the manifest of the book and the position last saved by any device. */
export function useEpub(bookId: string) {
  const base = buildUrl(`api/v1/books/${bookId}/`)
  const manifest = useQuery(manifestQuery<Manifest>(bookId))
  const place = useQuery({
    ...apiQuery('/api/v1/books/{id}/progression', { params: { path: { id: bookId } } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const [sectionLoader] = useState(() => new SectionLoader(getShownUrl))
  const book = useMemo(
    () =>
      manifest.data &&
      getBook(manifest.data, `${base}manifest`, (address) => sectionLoader.find(address)),
    [manifest.data, base, sectionLoader],
  )
  return {
    base,
    book,
    sectionLoader,
    from: buildLocator(place.data),
    isReady: book !== undefined && place.isFetchedAfterMount,
    error: manifest.data ? null : manifest.error,
    retry: manifest.refetch,
  }
}

/**
 * Returns null if the section may be available later. For a section that does not exist, returns
 * its own URL, which shows the error.
 */
async function getShownUrl(address: string) {
  try {
    const answer = await fetchPart(address)
    const { status } = answer
    if (status === 401) expireSession()
    const isLater = status === 401 || status === 429 || status >= 500
    return isLater ? null : await shownAddress(address, answer)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return null
  }
}

/** The server has already validated the locator. */
const buildLocator = (progression: Schemas['Progression'] | undefined) =>
  (progression?.locator as Locator | undefined) ?? null
