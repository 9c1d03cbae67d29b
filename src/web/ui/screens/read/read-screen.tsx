/** A book opened for reading: pages as pictures, or running text. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ask } from '../../api/query'
import { ErrorState, Loading } from '../../components/states'
import { usePageTitle } from '../../state/page-title'
import styles from './read.module.css'

const PageReader = lazy(() =>
  import('./pages/page-reader').then(({ PageReader: component }) => ({ default: component })),
)

const route = getRouteApi('/signedIn/read/$bookId')

export function ReadScreen() {
  const { bookId } = route.useParams()
  const search = route.useSearch()
  const path = { params: { path: { id: bookId } } }
  const book = useQuery(ask('/api/v1/books/{id}', path))
  usePageTitle(book.data ? `${book.data.book.seriesName} · ${book.data.book.title}` : '')
  if (book.error) return <ErrorState error={book.error} retry={book.refetch} />
  return (
    <div className={styles.screen}>
      <Suspense fallback={<Loading />}>
        {book.data ? (
          <PageReader key={bookId} book={book.data.book} search={search} />
        ) : (
          <Loading />
        )}
      </Suspense>
    </div>
  )
}
