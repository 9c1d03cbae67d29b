/** The reader of books that are pages: comics, manga, scans, PDFs. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { ask } from '../../../api/query'
import { EmptyState, ErrorState, Loading } from '../../../components/states'
import { t } from '../../../i18n/i18n'
import type { ReaderSearch } from '../reader-search'
import { useReaderSettings } from '../use-reader-settings'
import { OpenBook } from './open-book'

interface PageReaderProps {
  book: Schemas['Book']
  search: ReaderSearch
}

/** Waits for what reading needs: the pages, the settings, and where one left off. */
export function PageReader({ book, search }: PageReaderProps) {
  const path = { params: { path: { id: book.id } } }
  const pages = useQuery(ask('/api/v1/books/{id}/pages', path))
  // Another device may have read on since this was last asked.
  const fresh = useQuery({ ...ask('/api/v1/books/{id}', path), staleTime: 0, gcTime: 0 })
  const reader = useReaderSettings(book.id)
  const error = pages.error ?? reader.error
  if (error) return <ErrorState error={error} retry={pages.refetch} />
  if (!pages.data || !reader.settings || !fresh.isFetchedAfterMount) return <Loading />
  if (pages.data.length === 0) return <NoPages book={book} />
  const place = fresh.data?.book.readProgress
  const left = place && !place.completed ? place.currentPage : 1
  return (
    <OpenBook
      book={book}
      pages={pages.data}
      settings={reader.settings}
      reader={reader}
      startPage={Math.min(search.page ?? left, pages.data.length)}
      incognito={search.incognito === true}
    />
  )
}

const NoPages = ({ book }: { book: Schemas['Book'] }) => (
  <EmptyState title={t('This book has no pages to show')}>
    <p>{book.analysisError ?? t('The file holds no pictures.')}</p>
  </EmptyState>
)
