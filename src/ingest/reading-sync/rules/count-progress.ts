/** Counts what a reader has read of a series, as services count it. Pure. */

export interface NumberedBook {
  /** First and last number, the same for most books. */
  first: number
  last: number
  isRead: boolean
}

/**
 * The highest whole number such that all owned books up to it are read. A gap in what is owned does not count,
 * a gap in what is read does. 0 if the first one is unread.
 */
export function countRead(books: readonly NumberedBook[]): number {
  const firstUnread = Math.min(
    ...books.filter(({ isRead }) => !isRead).map(({ first }) => first),
    Number.POSITIVE_INFINITY,
  )
  const read = books.filter(({ isRead, last }) => isRead && last < firstUnread)
  return Math.max(0, ...read.map(({ last }) => Math.floor(last)))
}
