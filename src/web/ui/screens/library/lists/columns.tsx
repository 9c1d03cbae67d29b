/** Columns of the list view. Each user can choose those for series. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import type { ReactNode } from 'react'
import { BookState } from '../../../components/covers/book-card'
import { getBookProgress } from '../../../components/covers/book-cover'
import { CoverCell, ProgressCell } from '../../../components/covers/cover-cell'
import { formatSeriesCount, getSeriesProgress } from '../../../components/covers/series-cover'
import type { Column } from '../../../components/grid/table-column'
import { getMainCreators } from '../../../components/details/people'
import { bookTitle, formatSeriesStatus } from '../../../labels/metadata-labels'
import { getTitleLanguage } from '../../../labels/title-language'
import { formatDate, t } from '../../../i18n/i18n'
import styles from '../library.module.css'

export const columnNames = [
  'books',
  'maker',
  'publisher',
  'status',
  'year',
  'library',
  'added',
] as const
type ColumnName = (typeof columnNames)[number]

const usual: readonly ColumnName[] = ['books', 'maker', 'status', 'year']

/** Ignores unknown names, because saved names may come from a different version. */
export function shownColumns(kept: readonly string[] | null | undefined): readonly ColumnName[] {
  if (!kept) return usual
  return columnNames.filter((name) => kept.includes(name))
}

export const formatColumn = (name: ColumnName): string =>
  ({
    books: t('Books'),
    maker: t('Authors'),
    publisher: t('Publisher'),
    status: t('Status'),
    year: t('Year'),
    library: t('Library'),
    added: t('Date added'),
  })[name]

type Series = Schemas['Series']

type Cell = Pick<Column<Series>, 'width' | 'sortKey'> & { cell: (series: Series) => ReactNode }

const cells: Record<ColumnName, Cell> = {
  books: {
    width: 'minmax(110px, 0.7fr)',
    sortKey: 'book_count',
    cell: (series) => (
      <ProgressCell value={getSeriesProgress(series)}>
        {formatSeriesCount(series.bookCount, series.unreadCount)}
      </ProgressCell>
    ),
  },
  maker: {
    width: 'minmax(0, 1fr)',
    cell: ({ metadata }) => getMainCreators(metadata.authors).join(', '),
  },
  publisher: { width: 'minmax(0, 0.8fr)', cell: ({ metadata }) => metadata.publisher ?? '' },
  status: {
    width: '110px',
    cell: ({ metadata: { status } }) => (status ? formatSeriesStatus(status) : ''),
  },
  year: {
    width: '70px',
    sortKey: 'release_date',
    cell: ({ metadata }) => String(metadata.year ?? ''),
  },
  library: { width: 'minmax(0, 0.7fr)', cell: ({ libraryName }) => libraryName },
  added: { width: '130px', sortKey: 'date_added', cell: ({ createdAt }) => formatDate(createdAt) },
}

export const seriesColumns = (names: readonly ColumnName[]): Column<Series>[] => [
  {
    key: 'title',
    heading: t('Title'),
    width: 'minmax(0, 2fr)',
    sortKey: 'name',
    cell: ({ id, metadata, coverColor, bookCount }) => (
      <CoverCell kind="series" id={id} isSingle={bookCount === 1} color={coverColor}>
        <Link
          to="/series/$id"
          params={{ id }}
          className={styles.name}
          lang={getTitleLanguage(metadata.title, metadata.language)}
        >
          {metadata.title}
        </Link>
      </CoverCell>
    ),
  },
  ...names.map((name) => ({
    key: name,
    heading: formatColumn(name),
    wideOnly: name !== 'books',
    ...cells[name],
  })),
]

export const bookColumns = (): Column<Schemas['Book']>[] => [
  {
    key: 'title',
    heading: t('Title'),
    width: 'minmax(140px, 2fr)',
    sortKey: 'title',
    cell: (book) => (
      <CoverCell kind="book" id={book.id} color={book.coverColor}>
        <Link to="/book/$id" params={{ id: book.id }} className={styles.name}>
          {bookTitle(book)}
        </Link>
      </CoverCell>
    ),
  },
  {
    key: 'series',
    heading: t('Series', { context: 'one' }),
    width: 'minmax(90px, 1.2fr)',
    sortKey: 'series',
    wideOnly: true,
    cell: ({ seriesName }) => seriesName,
  },
  {
    key: 'state',
    heading: t('Reading progress'),
    width: 'minmax(90px, 0.8fr)',
    cell: (book) => (
      <ProgressCell value={getBookProgress(book)}>
        <BookState book={book} />
      </ProgressCell>
    ),
  },
  {
    key: 'read',
    heading: t('Last read'),
    width: '104px',
    sortKey: 'last_read',
    wideOnly: true,
    cell: ({ readProgress }) => (readProgress ? formatDate(readProgress.updatedAt) : ''),
  },
  {
    key: 'added',
    heading: t('Date added'),
    width: '104px',
    sortKey: 'date_added',
    wideOnly: true,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
]
