/** A book opened for reading: pages as pictures, or running text. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ask } from '../../api/query'
import { ErrorState, Loading } from '../../components/states'
import { usePageTitle } from '../../state/page-title'
import styles from './reader.module.css'
import { useWakeLock } from './use-wake-lock'

const PageReader = lazy(() =>
  import('./pages/page-reader').then(({ PageReader: component }) => ({ default: component })),
)
const TextReader = lazy(() =>
  import('./text/text-reader').then(({ TextReader: component }) => ({ default: component })),
)

const route = getRouteApi('/signedIn/read/$bookId')

export function ReadScreen() {
  const { bookId } = route.useParams()
  useWakeLock()
  const search = route.useSearch()
  const path = { params: { path: { id: bookId } } }
  const answer = useQuery(ask('/api/v1/books/{id}', path))
  const pages = useQuery(ask('/api/v1/books/{id}/pages', path))
  const book = answer.data?.book
  usePageTitle(book ? `${book.seriesName} · ${book.title}` : '')
  const error = answer.error ?? pages.error
  if (error)
    return <ErrorState error={error} retry={answer.error ? answer.refetch : pages.refetch} />
  if (!book || !pages.data) return <Loading />
  // E-books that are pictures throughout have pages, and are read like comics.
  const isText = book.fileFormat === 'epub' && pages.data.length === 0
  return (
    <div className={styles.screen}>
      <Suspense fallback={<Loading />}>
        {isText ? (
          <TextReader key={bookId} book={book} search={search} />
        ) : (
          <PageReader key={bookId} book={book} pages={pages.data} search={search} />
        )}
      </Suspense>
    </div>
  )
}
