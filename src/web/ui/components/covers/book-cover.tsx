import type { Schemas } from '../../api/client'
import { formatBookLength } from '../../labels/book-length'
import { bookTitle, isSameText } from '../../labels/metadata-labels'
import { Cover } from './cover'

/** A book in a list, labeled with its series. */
export function BookCover({ book, first = false }: { book: Schemas['Book']; first?: boolean }) {
  return (
    <Cover
      kind="book"
      id={book.id}
      color={book.coverColor}
      title={book.seriesName}
      words={formatBookSubtitle(book)}
      progress={getBookProgress(book)}
      first={first}
      link={{ to: '/book/$id', params: { id: book.id } }}
    />
  )
}

/** Returns a fraction from 0 to 1 for a book in progress, otherwise undefined. */
export function getBookProgress({ readProgress }: Schemas['Book']): number | undefined {
  if (!readProgress || readProgress.completed) return undefined
  return readProgress.progressPercentage ?? 0
}

/**
 * Returns text such as `Vol. 2 · Salt Lessons · 192 p.`. The number comes first, because long lines
 * are cut off at the end.
 */
function formatBookSubtitle(book: Schemas['Book']): string {
  const title = bookTitle(book)
  const length = formatBookLength(book)
  if (!length) return title
  return isSameText(title, book.seriesName) ? length : `${title} · ${length}`
}
