import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import type { Column } from '../../../components/grid/table-column'
import { VirtualTable, type VirtualTableProps } from '../../../components/grid/virtual-table'
import { BookState } from '../../../components/covers/book-card'
import { getBookProgress } from '../../../components/covers/book-cover'
import { CoverCell, coverRowHeight, ProgressCell } from '../../../components/covers/cover-cell'
import { formatBytes } from '../../../i18n/bytes'
import { bookTitle, formatFileFormat } from '../../../labels/metadata-labels'
import { formatDate, t } from '../../../i18n/i18n'
import styles from '../series.module.css'

type Book = Schemas['Book']

type BookTableProps = Omit<VirtualTableProps<Book>, 'columns'>

export const BookTable = (props: BookTableProps) => (
  <VirtualTable<Book> columns={columns()} rowHeight={coverRowHeight} {...props} />
)

const columns = (): Column<Book>[] => [
  {
    key: 'title',
    heading: t('Book'),
    width: 'minmax(0, 3fr)',
    cell: (book) => (
      <CoverCell kind="book" id={book.id} color={book.coverColor}>
        <Link to="/book/$id" params={{ id: book.id }} className={styles.row}>
          {bookTitle(book)}
        </Link>
      </CoverCell>
    ),
  },
  {
    key: 'state',
    heading: t('Reading progress'),
    width: 'minmax(90px, 1.4fr)',
    cell: (book) => (
      <ProgressCell value={getBookProgress(book)}>
        <BookState book={book} />
      </ProgressCell>
    ),
  },
  {
    key: 'added',
    heading: t('Added'),
    width: '120px',
    wideOnly: true,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    key: 'file',
    heading: t('File'),
    width: '130px',
    wideOnly: true,
    cell: ({ fileFormat, fileSize }) =>
      `${formatFileFormat(fileFormat)} · ${formatBytes(fileSize)}`,
  },
]
