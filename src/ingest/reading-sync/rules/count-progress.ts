/** Counts what a user has read of a work, in the way services count it. Pure. */
import type { PullRange } from './model'

export interface NumberedBook {
  /** First and last number; the same for most books. */
  first: number
  last: number
  isRead: boolean
  /** Read, in progress, or marked as unread. */
  isTouched: boolean
}

/**
 * Returns the highest whole number up to which all owned books are read, or 0 if the first one is
 * unread. Books that are not owned are ignored.
 */
export function countRead(books: readonly NumberedBook[]): number {
  const read = new Set(books.filter(({ isRead }) => isRead).map(buildKey))
  // Of two books with the same numbers, only one needs to be read.
  const firstUnread = books.reduce(
    (least, book) => (read.has(buildKey(book)) ? least : Math.min(least, book.first)),
    Number.POSITIVE_INFINITY,
  )
  return books.reduce(
    (most, { isRead, last }) =>
      isRead && last < firstUnread ? Math.max(most, Math.floor(last)) : most,
    0,
  )
}

const buildKey = ({ first, last }: NumberedBook) => `${first}-${last}`

/**
 * Whether a pull marks the book as read. The check for 0 is needed because there can be a chapter
 * 0.
 */
export const isPulled = (
  { last, isRead, isTouched }: NumberedBook,
  { upTo, above, declined }: PullRange,
): boolean =>
  !isRead && last <= upTo && (declined === 0 || last > declined) && (!isTouched || last > above)
