/** Words what a source has and an import does not take. */
import type { Message } from '../../../platform/messages/message'
import type { ForeignDatabase } from './foreign-database'

interface Counted {
  /** Name of the other program. */
  name: string
  count: number
}

/** Returns the messages of what was found at least once. */
export const listCounted = (
  name: string,
  counted: readonly (readonly [number, (details: Counted) => Message])[],
): Message[] => counted.flatMap(([count, word]) => (count > 0 ? [word({ name, count })] : []))

/** Counts rows one by one, so that a damaged database fails as it does when it is read. */
export function countForeignRows(db: ForeignDatabase, table: string, column = 'id'): number {
  let count = 0
  for (const _ of db.rows(table, [column])) count++
  return count
}
