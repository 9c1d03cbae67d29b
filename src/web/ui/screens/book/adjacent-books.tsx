import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { CoverArt } from '../../components/covers/cover'
import { BookState } from '../../components/covers/book-card'
import { bookTitle } from '../../labels/metadata-labels'
import { t } from '../../i18n/i18n'
import styles from './book.module.css'
import { adjacentBooksQuery } from './queries'

/** Links to the previous and next book. */
export function AdjacentBooks({ book: { id } }: { book: Schemas['FullBook'] }) {
  const { data } = useQuery(adjacentBooksQuery(id))
  if (!data || (!data.prev && !data.next)) return null
  return (
    <nav className={styles.siblings} aria-label={t('In this series')}>
      {data.prev ? <Sibling book={data.prev} words={t('Previous book')} /> : <span />}
      {data.next && <Sibling book={data.next} words={t('Next book')} isNext />}
    </nav>
  )
}

interface SiblingProps {
  book: Schemas['Book']
  words: string
  isNext?: boolean
}

const Sibling = ({ book, words, isNext = false }: SiblingProps) => (
  <Link
    to="/book/$id"
    params={{ id: book.id }}
    className={styles.sibling}
    data-next={isNext || undefined}
  >
    <CoverArt kind="book" id={book.id} className={styles.small} />
    <span className={styles.siblingWords}>
      <small>{words}</small>
      <b>{bookTitle(book)}</b>
      <span>
        <BookState book={book} />
      </span>
    </span>
  </Link>
)
