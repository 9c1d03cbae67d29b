/** A book in its series: label and reading position. */
import type { Schemas } from '../../api/client'
import { formatNumber, formatPercent, t } from '../../i18n/i18n'
import { getBookProgress } from './book-cover'
import { Cover } from './cover'
import { CheckIcon } from '../icons'
import { formatBookLength, hasPageNumbers } from '../../labels/book-length'
import { bookTitle } from '../../labels/metadata-labels'
import { readStatusLabels } from '../../labels/read-status'
import styles from './book-card.module.css'

type Book = Schemas['Book']

export const BookCard = ({ book, first = false }: { book: Book; first?: boolean }) => (
  <Cover
    kind="book"
    id={book.id}
    title={bookTitle(book)}
    words={<BookState book={book} />}
    progress={getBookProgress(book)}
    first={first}
    link={{ to: '/book/$id', params: { id: book.id } }}
  />
)

export function BookState({ book }: { book: Book }) {
  const length = formatBookLength(book)
  if (book.finding) return <span className={styles.problem}>{t('Problem')}</span>
  if (book.readProgress?.completed) {
    return (
      <span className={styles.state}>
        <span className={styles.read}>
          <CheckIcon size={14} />
          {readStatusLabels().read}
        </span>
        {length && ` · ${length}`}
      </span>
    )
  }
  return <>{formatBookPosition(book) ?? length}</>
}

/** Formats the reading position of a book in progress. Returns undefined for other books. */
export function formatBookPosition(
  book: Pick<Book, 'readProgress' | 'fileFormat' | 'pageCount'>,
): string | undefined {
  const { readProgress, pageCount } = book
  if (!readProgress || readProgress.completed) return undefined
  const { currentPage, progressPercentage } = readProgress
  if (hasPageNumbers(book) && currentPage > 0) {
    return t('p. {page} of {pages}', {
      page: formatNumber(currentPage),
      pages: formatNumber(pageCount),
    })
  }
  return t('{percent} read', { percent: formatPercent(progressPercentage ?? 0) })
}
