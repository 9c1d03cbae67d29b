/** Books in progress: the most recent one is large, and up to four more are next to it. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Schemas } from '../../api/client'
import { getBookProgress } from '../../components/covers/book-cover'
import { CoverArt, ProgressLine, getPlaceholderColor } from '../../components/covers/cover'
import type { CoverTarget } from '../../components/covers/cover-menu'
import { WithCoverMenu } from '../../components/covers/with-cover-menu'
import { BookOpenIcon } from '../../components/icons'
import { RailHeading } from '../../components/shelves/rail'
import { SeeAll } from '../../components/shelves/shelf'
import { readLink } from '../../components/read-link'
import { formatPercent, t } from '../../i18n/i18n'
import { formatReadingTime, hasPageNumbers, positionsPerMinute } from '../../labels/book-length'
import { bookTitle, isSameText } from '../../labels/metadata-labels'
import { getTitleLanguage } from '../../labels/title-language'
import { estimateMinutes, readPace } from '../../state/progress/reading-pace'
import { useUser } from '../../state/session/session'
import styles from './home.module.css'

type Book = Schemas['Book']

/** Maximum number of books next to the most recent one. */
const besides = 4

export function Continue({ books }: { books: readonly Book[] }) {
  const id = useId()
  const [last, ...others] = books
  if (!last) return null
  return (
    <section aria-labelledby={id}>
      <RailHeading id={id} title={t('Continue reading')} more={<More count={books.length} />} />
      <div className={styles.continue} data-others={Math.min(others.length, besides)}>
        <Hero book={last} />
        <div className={styles.others}>
          {others.slice(0, besides).map((book) => (
            <Small key={book.id} book={book} />
          ))}
        </div>
      </div>
    </section>
  )
}

const More = ({ count }: { count: number }) =>
  count > besides + 1 ? <SeeAll name="continue" /> : null

const Hero = ({ book }: { book: Book }) => (
  <WithCoverMenu
    target={toTarget(book)}
    className={styles.hero}
    style={{ '--tint': book.coverColor ?? getPlaceholderColor(book.id) } as React.CSSProperties}
  >
    <div className={styles.backdrop} aria-hidden="true">
      <CoverArt kind="book" id={book.id} color={book.coverColor} />
    </div>
    {/* Hidden from keyboards and screen readers, because the title is a link to the same page. */}
    <Link {...bookLink(book)} className={styles.heroCover} tabIndex={-1} aria-hidden="true">
      <CoverArt kind="book" id={book.id} color={book.coverColor} first />
    </Link>
    <div className={styles.text}>
      <span className={styles.eyebrow}>{book.libraryName}</span>
      <h3>
        <Link {...seriesLink(book)} lang={getTitleLanguage(book.seriesName, null)}>
          {book.seriesName}
        </Link>
      </h3>
      {hasOwnTitle(book) && (
        <p>
          <Link {...bookLink(book)}>{bookTitle(book)}</Link>
        </p>
      )}
      <div className={styles.end}>
        <Place book={book} />
        <ProgressLine value={getBookProgress(book) ?? 0} />
        <div className={styles.actions}>
          <Link
            {...readLink(book.id)}
            className={styles.resume}
            aria-label={t('Continue reading {title}', { title: formatName(book) })}
          >
            <BookOpenIcon size={18} />
            {t('Continue reading')}
          </Link>
          <Link {...seriesLink(book)} className={styles.toSeries}>
            {t('Series', { context: 'one' })}
          </Link>
        </div>
      </div>
    </div>
  </WithCoverMenu>
)

const Small = ({ book }: { book: Book }) => (
  <WithCoverMenu target={toTarget(book)} className={styles.small}>
    <Link {...bookLink(book)} className={styles.smallCover} tabIndex={-1} aria-hidden="true">
      <CoverArt kind="book" id={book.id} color={book.coverColor} />
    </Link>
    <div className={styles.text}>
      <span className={styles.eyebrow}>{book.libraryName}</span>
      <Link {...seriesLink(book)} className={styles.series}>
        {book.seriesName}
      </Link>
      {hasOwnTitle(book) && (
        <Link {...bookLink(book)} className={styles.sub}>
          {bookTitle(book)}
        </Link>
      )}
      <div className={styles.end}>
        <Place book={book} />
        <ProgressLine value={getBookProgress(book) ?? 0} />
        <Link
          {...readLink(book.id)}
          className={styles.resumeSmall}
          aria-label={t('Continue: {title}', { title: formatName(book) })}
        >
          <BookOpenIcon size={16} />
          {t('Continue')}
        </Link>
      </div>
    </div>
  </WithCoverMenu>
)

const formatName = (book: Book) =>
  hasOwnTitle(book) ? `${book.seriesName}, ${bookTitle(book)}` : book.seriesName

/** Returns false for a standalone book, whose series has the same name. */
const hasOwnTitle = (book: Book) => !isSameText(bookTitle(book), book.seriesName)

const bookLink = ({ id }: Book) => ({ to: '/book/$id', params: { id } }) as const
const seriesLink = ({ seriesId: id }: Book) => ({ to: '/series/$id', params: { id } }) as const

const toTarget = (book: Book): CoverTarget => ({
  kind: 'book',
  id: book.id,
  title: formatName(book),
  isContinued: true,
})

function Place({ book }: { book: Book }) {
  const page = book.readProgress?.currentPage ?? 0
  const minutes = useMinutesLeft(book)
  const words =
    hasPageNumbers(book) && page > 0
      ? t('Page {page} of {pages}', { page, pages: book.pageCount })
      : formatPercent(getBookProgress(book) ?? 0)
  return (
    <span className={styles.place}>
      {words}
      {minutes !== undefined &&
        ` · ${t('{time} left', { time: formatReadingTime(Math.max(1, minutes)) })}`}
    </span>
  )
}

/**
 * Estimates the remaining minutes: at the user's own pace for books with pages, if it is known, and
 * at a typical pace for e-books.
 */
function useMinutesLeft(book: Book): number | undefined {
  const userId = useUser()?.id
  const share = 1 - (getBookProgress(book) ?? 0)
  if (book.pageCount <= 0) return undefined
  return hasPageNumbers(book)
    ? estimateMinutes(readPace(userId), Math.round(book.pageCount * share))
    : (book.pageCount * share) / positionsPerMinute
}
