/** The columns of the list view, of which each reader chooses. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { bookWords } from '../../components/book-cover'
import { seriesWords } from '../../components/series-cover'
import type { Column } from '../../components/virtual-table'
import { makersOf } from '../../components/work/people'
import { seriesStatusWords } from '../../components/work/names'
import { formatDate, t } from '../../i18n/i18n'
import styles from './library.module.css'

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

/** Kept names may be of another version. */
export function shownColumns(kept: readonly string[] | null | undefined): readonly ColumnName[] {
  if (!kept) return usual
  return columnNames.filter((name) => kept.includes(name))
}

export const columnWords = (name: ColumnName): string =>
  ({
    books: t('Books'),
    maker: t('By'),
    publisher: t('Publisher'),
    status: t('Status'),
    year: t('Year'),
    library: t('Library'),
    added: t('Date added'),
  })[name]

type Series = Schemas['Series']

const cells: Record<ColumnName, { width: string; cell: (series: Series) => string }> = {
  books: {
    width: 'minmax(110px, 0.7fr)',
    cell: ({ bookCount, unreadCount }) => seriesWords(bookCount, unreadCount),
  },
  maker: {
    width: 'minmax(0, 1fr)',
    cell: ({ metadata }) => makersOf(metadata.authors).join(', '),
  },
  publisher: { width: 'minmax(0, 0.8fr)', cell: ({ metadata }) => metadata.publisher ?? '' },
  status: {
    width: '110px',
    cell: ({ metadata: { status } }) => (status ? seriesStatusWords(status) : ''),
  },
  year: { width: '60px', cell: ({ metadata }) => String(metadata.year ?? '') },
  library: { width: 'minmax(0, 0.7fr)', cell: ({ libraryName }) => libraryName },
  added: { width: '120px', cell: ({ createdAt }) => formatDate(createdAt) },
}

export const seriesColumns = (names: readonly ColumnName[]): Column<Series>[] => [
  {
    key: 'title',
    heading: t('Title'),
    width: 'minmax(0, 2fr)',
    cell: ({ id, metadata }) => (
      <Link to="/series/$id" params={{ id }} className={styles.name}>
        {metadata.title}
      </Link>
    ),
  },
  ...names.map((name) => ({
    key: name,
    heading: columnWords(name),
    wideOnly: name !== 'books',
    ...cells[name],
  })),
]

export const bookColumns = (): Column<Schemas['Book']>[] => [
  {
    key: 'title',
    heading: t('Title'),
    width: 'minmax(0, 2fr)',
    cell: (book) => (
      <Link to="/book/$id" params={{ id: book.id }} className={styles.name}>
        {bookWords(book)}
      </Link>
    ),
  },
  {
    key: 'series',
    heading: t('Series'),
    width: 'minmax(0, 1.2fr)',
    wideOnly: true,
    cell: ({ seriesName }) => seriesName,
  },
  {
    key: 'added',
    heading: t('Date added'),
    width: '120px',
    wideOnly: true,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
]
