/** Reader for paged books: comics, manga, scans, PDFs. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { requests } from '../../../../shared/requests'
import { ErrorState } from '../../../components/feedback/states'
import type { ReaderSearch } from '../reader-search'
import { type Change, useReaderSettings } from '../hooks/use-reader-settings'
import { useLocalPosition } from '../hooks/use-local-position'
import { OpeningBook } from '../opening-book'
import { BrokenBook, UnreadableBook } from '../unreadable-book'
import { isLongStrip } from './engine/spreads'
import { PageBook } from './page-book'

interface PageReaderProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  search: ReaderSearch
  /**
   * Whether `book` was loaded when the reader was opened, so that it contains the latest position.
   */
  isFresh: boolean
}

/** Waits for pages, settings and the saved position. */
export function PageReader({ book, pages, search, isFresh }: PageReaderProps) {
  const latest = useLatestProgress(book.id, isFresh)
  const local = usePageOfThisBrowser(book)
  const reader = useReaderSettings(
    book.id,
    useMemo(() => getDefaults(pages), [pages]),
  )
  if (!reader.settings && reader.error) {
    return (
      <UnreadableBook>
        <ErrorState error={reader.error} />
      </UnreadableBook>
    )
  }
  if (!reader.settings || !latest.isKnown) return <OpeningBook id={book.id} />
  if (pages.length === 0) return <BrokenBook book={book} />
  const place = local ?? latest.place
  const left = place && !place.completed ? place.currentPage : 1
  return (
    <PageBook
      book={book}
      pages={pages}
      settings={reader.settings}
      reader={reader}
      startPage={Math.min(search.page ?? left, pages.length)}
      incognito={search.incognito === true}
      storedPage={place?.currentPage ?? null}
    />
  )
}

/** Returns the position saved in this browser, for use when the server is unreachable. */
function usePageOfThisBrowser(book: Schemas['Book']) {
  const last = useLocalPosition(book, 'progress')
  const currentPage = last?.body['currentPage']
  return typeof currentPage === 'number'
    ? { currentPage, completed: last?.ends === true }
    : undefined
}

const freshMs = 5_000

/** Refetches the position unless it is fresh, because another device may have changed it. */
function useLatestProgress(id: string, isFresh: boolean) {
  const [wasFresh] = useState(isFresh)
  const { data, isFetchedAfterMount } = useQuery({
    ...apiQuery(requests.book.path, { params: { path: { id } } }),
    staleTime: wasFresh ? freshMs : 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  return { isKnown: wasFresh || isFetchedAfterMount, place: data?.book.readProgress }
}

/** Selects the webtoon mode for a long strip, which cannot be read page by page. */
function getDefaults(pages: readonly Schemas['BookPage'][]): Change {
  const listed = pages.map((page) => ({ ...page, number: page.pageNumber }))
  return isLongStrip(listed) ? { 'reader.mode': 'webtoon' } : {}
}
