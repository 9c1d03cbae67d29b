/** The books of a series, as covers or as a table. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { BookOpenIcon, InfoIcon } from '../../../components/icons'
import { SelectionProvider } from '../../../components/selection/selection-provider'
import { useListSelection } from '../../../components/selection/use-list-selection'
import { EmptyState, Loading } from '../../../components/feedback/states'
import { VirtualGrid } from '../../../components/grid/virtual-grid'
import { BookCard } from '../../../components/covers/book-card'
import { bookTitle } from '../../../labels/metadata-labels'
import { t } from '../../../i18n/i18n'
import { BooksBar } from './books-bar'
import { NumberKinds } from './number-kinds'
import { useMissingNumbers } from '../releases/missing-numbers'
import { seriesBooksQuery } from '../queries'
import type { SeriesSearch } from '../series-search'
import styles from '../series.module.css'

type Book = Schemas['Book']

// Loaded on demand, because covers are shown unless the user chooses the table.
const BookTable = lazy(async () => ({ default: (await import('./book-table')).BookTable }))

interface SeriesBooksProps {
  series: Schemas['Series']
  search: SeriesSearch
}

export function SeriesBooks({ series, search }: SeriesBooksProps) {
  const { id, metadata } = series
  const change = useChange(id, search)
  const { list, key, selection, total } = useBookList(id, search)
  const missing = useMissingNumbers(series)
  const isFiltered = search.read !== undefined || search.kind !== undefined
  const shared = {
    ...list,
    label: t('Books in {title}', { title: metadata.title }),
    empty: (
      <Nothing
        isFiltered={isFiltered}
        showAll={() => change({ read: undefined, kind: undefined })}
      />
    ),
  }
  return (
    <>
      <BooksBar search={search} change={change}>
        <SelectionProvider kind="book" selection={selection} total={total} isShort />
      </BooksBar>
      <NumberKinds seriesId={id} shown={search.kind} onChange={(kind) => change({ kind })} />
      {missing && (
        <p className={styles.missing}>
          <InfoIcon size={16} />
          {missing}
        </p>
      )}
      {search.view === 'list' ? (
        <Suspense fallback={<Loading />}>
          <BookTable key={key} {...shared} />
        </Suspense>
      ) : (
        <VirtualGrid<Book>
          key={key}
          {...shared}
          render={(book, index) => <BookCard book={book} first={index < 6} />}
        />
      )}
    </>
  )
}

function useChange(id: string, search: SeriesSearch) {
  const navigate = useNavigate()
  return (next: SeriesSearch) =>
    void navigate({
      to: '/series/$id',
      params: { id },
      search: cleaned({ ...search, ...next }),
      replace: true,
      resetScroll: false,
    })
}

/** Returns the query and the selection of the book list. */
function useBookList(id: string, { sort, read, kind }: SeriesSearch) {
  const [total, setTotal] = useState<number>()
  const pageQuery = useCallback(
    (page: number, pageSize?: number) => seriesBooksQuery(id, { sort, read, kind }, page, pageSize),
    [id, sort, read, kind],
  )
  const selection = useListSelection({ key: JSON.stringify({ id, read, kind }), pageQuery, total })
  const list = {
    pageQuery,
    idOf: (book: Book) => book.id,
    selecting: { selection, titleOf: bookTitle },
    onTotal: setTotal,
  }
  return { list, key: JSON.stringify({ id, sort, read, kind }), selection, total }
}

/** The URL contains only values that differ from the default. */
const cleaned = (search: SeriesSearch): SeriesSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== 'natural,asc'),
  )

const Nothing = ({ isFiltered, showAll }: { isFiltered: boolean; showAll: () => void }) =>
  isFiltered ? (
    <EmptyState icon={BookOpenIcon} title={t('No matching books')}>
      <button type="button" className={styles.showAll} onClick={showAll}>
        {t('Show all books')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon={BookOpenIcon} title={t('This series has no books')}>
      <p>{t('Its books will return on the next scan if the files exist')}</p>
    </EmptyState>
  )
