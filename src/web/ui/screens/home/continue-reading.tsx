/** Books in progress: the latest one large, four more beside it. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Schemas } from '../../api/client'
import { getBookProgress } from '../../components/covers/book-cover'
import { CoverArt, ProgressLine, getPlaceholderColor } from '../../components/covers/cover'
import { BookOpenIcon } from '../../components/icons'
import { RailHeading } from '../../components/shelves/rail'
import { SeeAll } from '../../components/shelves/shelf'
import { readLink } from '../../components/read-link'
import { formatPercent, t } from '../../i18n/i18n'
import { bookTitle } from '../../labels/metadata-labels'
import styles from './home.module.css'

type Book = Schemas['Book']

/** Number of books beside the latest one. */
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
  <article
    className={styles.hero}
    style={{ '--tint': getPlaceholderColor(book.id) } as React.CSSProperties}
  >
    <CoverArt kind="book" id={book.id} color={book.coverColor} first className={styles.heroCover} />
    <div className={styles.text}>
      <span className={styles.eyebrow}>{book.libraryName}</span>
      <h3>{book.seriesName}</h3>
      <p>{bookTitle(book)}</p>
      <div className={styles.end}>
        <Place book={book} />
        <ProgressLine value={getBookProgress(book) ?? 0} />
        <Link {...readLink(book.id)} className={styles.resume}>
          <BookOpenIcon size={18} />
          {t('Continue reading')}
        </Link>
      </div>
    </div>
  </article>
)

const Small = ({ book }: { book: Book }) => (
  <Link {...readLink(book.id)} className={styles.small}>
    <CoverArt kind="book" id={book.id} color={book.coverColor} className={styles.smallCover} />
    <span className={styles.text}>
      <span className={styles.eyebrow}>{book.libraryName}</span>
      <b>{book.seriesName}</b>
      <span className={styles.sub}>{bookTitle(book)}</span>
      <span className={styles.end}>
        <Place book={book} />
        <ProgressLine value={getBookProgress(book) ?? 0} />
      </span>
    </span>
  </Link>
)

function Place({ book }: { book: Book }) {
  const page = book.readProgress?.currentPage ?? 0
  const words =
    book.pageCount > 0 && page > 0
      ? t('Page {page} of {pages}', { page, pages: book.pageCount })
      : formatPercent(getBookProgress(book) ?? 0)
  return <span className={styles.place}>{words}</span>
}
