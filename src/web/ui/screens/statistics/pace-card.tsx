import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { Card, Note } from '../../components/card/card'
import { formatInMinutes } from '../../i18n/date-time'
import { formatNumber, t } from '../../i18n/i18n'
import { formatReadingTime, positionsPerMinute } from '../../labels/book-length'
import { fullBookTitle } from '../../labels/metadata-labels'
import styles from './statistics.module.css'

/** Reading pace, and the remaining pages and time for books in progress. */
export function PaceCard({ pace: { pagesPerHour, books } }: { pace: Schemas['ReadingPace'] }) {
  if (books.length === 0) return null
  return (
    <Card title={t('Left to read')}>
      <Note>
        {pagesPerHour === null
          ? t('Read a little more to see how long your books will take')
          : t('At your pace of {pages} pages an hour', { pages: formatNumber(pagesPerHour) })}
      </Note>
      <ul role="list" className={styles.left}>
        {books.map((book) => (
          <li key={book.bookId}>
            <Link to="/book/$id" params={{ id: book.bookId }}>
              {fullBookTitle(book)}
            </Link>
            <span>{formatLeft(book)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * The text of an e-book has no pages. Its length is an estimate, as in the rest of the interface.
 */
function formatLeft({
  fileFormat,
  pagesLeft,
  minutesLeft,
}: Schemas['ReadingPace']['books'][number]) {
  if (fileFormat === 'epub') {
    return t('{time} left', { time: formatReadingTime(pagesLeft / positionsPerMinute) })
  }
  const pages = t('{count, plural, one {# page left} other {# pages left}}', { count: pagesLeft })
  return minutesLeft === null ? pages : `${pages} · ${formatInMinutes(minutesLeft * 60_000)}`
}
