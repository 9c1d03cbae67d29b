/** Counts how much of a work a user has read, using the rules of the services. Pure. */
import type { PullRange } from './model'

export interface NumberedBook {
  /** First number in the book. Equal to `last` for most books. */
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
  // If two books have the same numbers, only one of them needs to be read.
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
 * Returns whether a pull marks the book as read. If nothing was declined (0), a chapter 0 can also
 * be pulled.
 */
export const isPulled = (
  { last, isRead, isTouched }: NumberedBook,
  { upTo, above, declined }: PullRange,
): boolean =>
  !isRead && last <= upTo && (declined === 0 || last > declined) && (!isTouched || last > above)
