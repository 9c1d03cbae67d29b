/** Reader for paged books: comics, manga, scans, PDFs. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { requests } from '../../../../shared/requests'
import { ErrorState } from '../../../components/feedback/states'
import type { ReaderSearch } from '../reader-search'
import { type Change, useReaderSettings } from '../hooks/use-reader-settings'
import { useLocalPosition } from '../hooks/use-local-position'
import { OpeningBook } from '../opening-book'
import { BrokenBook, UnreadableBook } from '../unreadable-book'
import { PageBook } from './page-book'
import { endRun, getRunOn, type RunOn } from './webtoon/chapter-run'
import { useSlices } from './webtoon/use-slices'

interface PageReaderProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  search: ReaderSearch
  /**
   * Whether `book` was loaded when the reader was opened, so that it contains the latest position.
   */
  isFresh: boolean
  /** Whether a file next to the book contains the text of its pages. */
  hasTextBeside: boolean
}

/** Waits for the settings, the saved position and, if no mode is set, the check for a strip. */
export function PageReader(props: PageReaderProps) {
  const { book, pages, search, hasTextBeside } = props
  const runOn = useRunOnOf(book.id)
  const position = useStartPosition(props, runOn)
  const verdict = useSlices(book, pages, position.isKnown ? position.page : undefined)
  const reader = useReaderSettings(book.id, verdict === 'strip' ? webtoonMode : undefined)
  const hasNoMode = reader.isUnset('reader.mode')
  if (!reader.settings && reader.error) {
    return (
      <UnreadableBook>
        <ErrorState error={reader.error} />
      </UnreadableBook>
    )
  }
  const isWaiting = !position.isKnown || (hasNoMode && !verdict)
  if (!reader.settings || isWaiting) return <OpeningBook id={book.id} />
  if (pages.length === 0) return <BrokenBook book={book} />
  return (
    <PageBook
      book={book}
      pages={pages}
      hasTextBeside={hasTextBeside}
      settings={reader.settings}
      reader={reader}
      startPage={position.page}
      runOn={runOn}
      asksWebtoon={hasNoMode && verdict === 'unsure'}
      incognito={search.incognito === true}
      storedPage={position.storedPage}
    />
  )
}

/**
 * Returns the page to start at: the one that the previous chapter already showed, or else the one
 * in the URL, or else the saved position, unless the book is finished.
 */
function useStartPosition(
  { book, pages, search, isFresh }: PageReaderProps,
  runOn: RunOn | undefined,
) {
  const latest = useLatestProgress(book.id, isFresh || runOn !== undefined)
  const place = usePageOfThisBrowser(book) ?? latest.place ?? book.readProgress
  const left = place && !place.completed ? place.currentPage : 1
  return {
    isKnown: latest.isKnown,
    page: Math.min(runOn?.page ?? search.page ?? left, pages.length),
    storedPage: place?.currentPage ?? null,
  }
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

/** Default settings for a strip, which cannot be read page by page. */
const webtoonMode: Change = { 'reader.mode': 'webtoon' }

/** Returns the position at which the previous chapter already showed this book, if any. */
function useRunOnOf(bookId: string) {
  const [runOn] = useState(() => getRunOn(bookId))
  useEffect(() => () => endRun(bookId), [bookId])
  return runOn
}
