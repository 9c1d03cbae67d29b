/** Columns of the list view. Each user can choose them. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import { formatSeriesCount } from '../../../components/covers/series-cover'
import type { Column } from '../../../components/grid/table-column'
import { getMainCreators } from '../../../components/details/people'
import { bookTitle, formatSeriesStatus } from '../../../labels/metadata-labels'
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

/** Saved names may come from another version. */
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

type Cell = Pick<Column<Series>, 'width' | 'sortKey'> & { cell: (series: Series) => string }

const cells: Record<ColumnName, Cell> = {
  books: {
    width: 'minmax(110px, 0.7fr)',
    sortKey: 'book_count',
    cell: ({ bookCount, unreadCount }) => formatSeriesCount(bookCount, unreadCount),
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
    cell: ({ id, metadata }) => (
      <Link to="/series/$id" params={{ id }} className={styles.name}>
        {metadata.title}
      </Link>
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
    width: 'minmax(0, 2fr)',
    sortKey: 'title',
    cell: (book) => (
      <Link to="/book/$id" params={{ id: book.id }} className={styles.name}>
        {bookTitle(book)}
      </Link>
    ),
  },
  {
    key: 'series',
    heading: t('Series'),
    width: 'minmax(0, 1.2fr)',
    sortKey: 'series',
    wideOnly: true,
    cell: ({ seriesName }) => seriesName,
  },
  {
    key: 'added',
    heading: t('Date added'),
    width: '130px',
    sortKey: 'date_added',
    wideOnly: true,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
]
