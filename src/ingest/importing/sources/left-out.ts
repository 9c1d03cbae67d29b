/** Counts data of a source that is not imported, and builds messages about it. */
import type { Message } from '../../../platform/messages/message'
import type { ForeignDatabase } from './foreign-database'

interface Counted {
  /** Name of the other program. */
  name: string
  count: number
}

/** Returns the messages for data that was found at least once. */
export const listCounted = (
  name: string,
  counted: readonly (readonly [number, (details: Counted) => Message])[],
): Message[] => counted.flatMap(([count, word]) => (count > 0 ? [word({ name, count })] : []))

/**
 * Counts rows one by one, so that a damaged database causes the same error as when its rows are
 * read.
 */
export function countForeignRows(db: ForeignDatabase, table: string, column = 'id'): number {
  let count = 0
  for (const _ of db.rows(table, [column])) count++
  return count
}
