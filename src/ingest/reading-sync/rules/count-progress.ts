/** Counts what a user has read of a work, as services count it. Pure. */
import type { PullRange } from './model'

export interface NumberedBook {
  /** First and last number, the same for most books. */
  first: number
  last: number
  isRead: boolean
  /** Read, begun, or marked as unread. */
  isTouched: boolean
}

/**
 * The highest whole number such that all owned books up to it are read. A gap in what is owned does not count,
 * a gap in what is read does. 0 if the first one is unread.
 */
export function countRead(books: readonly NumberedBook[]): number {
  const read = new Set(books.filter(({ isRead }) => isRead).map(buildKey))
  // Of two books with the same numbers, reading one is enough.
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

/** Whether a pull marks the book as read. There may be a chapter 0. */
export const isPulled = (
  { last, isRead, isTouched }: NumberedBook,
  { upTo, above, declined }: PullRange,
): boolean =>
  !isRead && last <= upTo && (declined === 0 || last > declined) && (!isTouched || last > above)
