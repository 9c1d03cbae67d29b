/** Reader of paged books: comics, manga, scans, PDFs. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { EmptyState, ErrorState, Loading } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import type { ReaderSearch } from '../reader-search'
import { type Change, useReaderSettings } from '../hooks/use-reader-settings'
import { UnreadableBook } from '../unreadable-book'
import { isLongStrip } from './engine/spreads'
import { PageBook } from './page-book'
import { translate } from '../../../i18n/server-messages'

interface PageReaderProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  search: ReaderSearch
}

/** Waits for pages, settings and the saved position. */
export function PageReader({ book, pages, search }: PageReaderProps) {
  const path = { params: { path: { id: book.id } } }
  // Another device may have changed the position.
  const fresh = useQuery({
    ...apiQuery('/api/v1/books/{id}', path),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
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
  if (!reader.settings || !fresh.isFetchedAfterMount) return <Loading />
  if (pages.length === 0) return <NoPages book={book} />
  const place = fresh.data?.book.readProgress
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

/** A strip cut into pages can only be read as a strip. */
function getDefaults(pages: readonly Schemas['BookPage'][]): Change {
  const listed = pages.map((page) => ({ ...page, number: page.pageNumber }))
  return isLongStrip(listed) ? { 'reader.mode': 'webtoon' } : {}
}

const NoPages = ({ book }: { book: Schemas['Book'] }) => (
  <UnreadableBook>
    <EmptyState title={t('This book has no pages to show')}>
      <p>{book.analysisError ? translate(book.analysisError) : t('This file has no pages.')}</p>
    </EmptyState>
  </UnreadableBook>
)
