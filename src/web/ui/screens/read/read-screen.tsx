/** Opens a book in the page reader or in the text reader. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { requests } from '../../../shared/requests'
import { isReadable } from '../../../shared/is-readable'
import type { BookFailedProps } from '../../components/details/book-failed'
import { ErrorState } from '../../components/feedback/states'
import { fullBookTitle } from '../../labels/metadata-labels'
import { useCoverFlying } from '../../state/browser/open-book-transition'
import { usePageTitle } from '../../state/browser/page-title'
import {
  deliverProgress,
  isProgressPending,
  watchProgress,
} from '../../state/progress/save-progress'
import { OpeningBook } from './opening-book'
import { BrokenBook, UnreadableBook } from './unreadable-book'
import type { ReaderSearch } from './reader-search'
import styles from './reader.module.css'
import { useWakeLock } from './hooks/use-wake-lock'

const loadPageReader = () =>
  import('./pages/page-reader').then(({ PageReader: component }) => ({ default: component }))
const loadTextReader = () =>
  import('./text/text-reader').then(({ TextReader: component }) => ({ default: component }))
const PageReader = lazy(loadPageReader)
const TextReader = lazy(loadTextReader)
const BookFailed = lazy<ComponentType<BookFailedProps>>(() =>
  import('../../components/details/book-failed').then(
    (part) => ({ default: part.BookFailed }),
    () => ({ default: ({ error, retry }) => <ErrorState error={error} retry={retry} /> }),
  ),
)

const route = getRouteApi('/signedIn/read/$bookId')

export function ReadScreen() {
  const { bookId } = route.useParams()
  useWakeLock()
  return (
    <div className={styles.screen}>
      <Suspense fallback={<OpeningBook id={bookId} />}>
        <Reader key={bookId} bookId={bookId} />
      </Suspense>
    </div>
  )
}

function Reader({ bookId }: { bookId: string }) {
  const search = useFirstSearch()
  const path = { params: { path: { id: bookId } } }
  const isDelivered = useDeliveredProgress(bookId)
  const answer = useQuery(apiQuery(requests.book.path, path))
  const pages = useQuery(apiQuery(requests.pagesOfBook.path, path))
  const book = answer.data?.book
  const isCoverFlying = useCoverFlying()
  usePreloadedCode(book, pages.data)
  const [wasDelivered] = useState(isDelivered)
  // If this is false, the reader has to request the position again.
  const isFresh = answer.isFetchedAfterMount && wasDelivered
  usePageTitle(book ? fullBookTitle(book) : '')
  // If a later refetch fails, the book stays open.
  const failed = [answer, pages].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <UnreadableBook>
        <BookFailed bookId={bookId} error={failed.error!} retry={failed.refetch} />
      </UnreadableBook>
    )
  }
  if (book && !isReadable(book)) return <BrokenBook book={book} />
  if (!book || !pages.data || !isDelivered || isCoverFlying) return <OpeningBook id={bookId} />
  return isText(book, pages.data) ? (
    <TextReader book={book} search={search} />
  ) : (
    <PageReader
      book={book}
      pages={pages.data}
      search={search}
      isFresh={isFresh}
      hasTextBeside={answer.data!.hasTextBeside}
    />
  )
}

type Pages = readonly Schemas['BookPage'][]

/** Image-only EPUBs have pages and open in the page reader. */
const isText = (book: Schemas['Book'], pages: Pages) =>
  book.fileFormat === 'epub' && pages.length === 0

/** Loads the code of the book's reader during the cover animation. */
function usePreloadedCode(book: Schemas['Book'] | undefined, pages: Pages | undefined) {
  const load = book && pages && (isText(book, pages) ? loadTextReader : loadPageReader)
  useEffect(() => {
    // If the code cannot be loaded, the reader shows the error.
    void load?.().catch(() => undefined)
  }, [load])
}

/**
 * Returns the search parameters, including the start page that was in the URL when the reader was
 * opened. It is removed from the URL, so that a reload resumes at the saved position.
 */
function useFirstSearch(): ReaderSearch {
  const { page, ...rest } = route.useSearch()
  const navigate = route.useNavigate()
  const [first] = useState(page)
  useEffect(() => {
    if (page === undefined) return
    void navigate({ replace: true, search: ({ page: _opened, ...others }) => others })
  }, [page, navigate])
  return first === undefined ? rest : { ...rest, page: first }
}

const timeoutMs = 4_000

/**
 * Sends progress made offline before the saved position is requested. Returns true once the
 * progress is sent or the wait has timed out.
 */
function useDeliveredProgress(bookId: string) {
  const [isDelivered, setDelivered] = useState(() => !isProgressPending(bookId))
  useEffect(() => {
    if (isDelivered) return
    const timer = setTimeout(() => setDelivered(true), timeoutMs)
    void watchProgress()
      .then(deliverProgress)
      .then(() => setDelivered(true))
    return () => clearTimeout(timer)
  }, [isDelivered])
  return isDelivered
}
