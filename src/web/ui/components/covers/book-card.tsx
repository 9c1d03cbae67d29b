/** A book in its series: its label and the reading position. */
import type { Schemas } from '../../api/client'
import { formatNumber, formatPercent, t } from '../../i18n/i18n'
import { getBookProgress } from './book-cover'
import { Cover } from './cover'
import { CheckIcon } from '../icons'
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
  const pages = book.pageCount > 0 ? t('{pages} p.', { pages: formatNumber(book.pageCount) }) : ''
  if (book.finding) return <span className={styles.problem}>{t('Problem')}</span>
  if (book.readProgress?.completed) {
    return (
      <span className={styles.state}>
        <span className={styles.read}>
          <CheckIcon size={14} />
          {readStatusLabels().read}
        </span>
        {pages && ` · ${pages}`}
      </span>
    )
  }
  return <>{formatPosition(book) ?? pages}</>
}

/** Reading position of a book in progress. */
export function formatPosition({
  readProgress,
  pageCount,
}: Pick<Book, 'readProgress' | 'pageCount'>): string | undefined {
  if (!readProgress || readProgress.completed) return undefined
  const { currentPage, progressPercentage } = readProgress
  if (pageCount > 0 && currentPage > 0) {
    return t('p. {page} of {pages}', {
      page: formatNumber(currentPage),
      pages: formatNumber(pageCount),
    })
  }
  return t('{percent} read', { percent: formatPercent(progressPercentage ?? 0) })
}
