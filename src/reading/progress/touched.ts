/** Books that mean something to somebody. */
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { bookProgress, readingEvents, seriesCompletions } from './schema'
import { wantToRead } from '../want-to-read/schema'

/** Of these books those in which a person has read, or means to read. */
export async function findTouched(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  const touched = new Set<string>()
  if (bookIds.length === 0) return touched
  for (const { table, column } of [
    { table: bookProgress, column: bookProgress.bookId },
    { table: readingEvents, column: readingEvents.bookId },
    { table: wantToRead, column: wantToRead.bookId },
  ]) {
    const rows = await db.select({ bookId: column }).from(table).where(inIds(column, bookIds))
    for (const { bookId } of rows) if (bookId !== null) touched.add(bookId)
  }
  return touched
}

/** Of these series those that somebody means to read. */
export async function findWanted(db: Db, seriesIds: readonly string[]): Promise<string[]> {
  if (seriesIds.length === 0) return []
  const rows = await db
    .selectDistinct({ id: wantToRead.seriesId })
    .from(wantToRead)
    .where(inIds(wantToRead.seriesId, seriesIds))
  return rows.flatMap(({ id }) => id ?? [])
}

/** Of these series those to which something is tied that a person has read. */
export async function findReadSeries(db: Db, seriesIds: readonly string[]): Promise<string[]> {
  const read: string[] = []
  for (const { table, column } of [
    { table: bookProgress, column: bookProgress.seriesId },
    { table: seriesCompletions, column: seriesCompletions.seriesId },
  ]) {
    const rows = await db.selectDistinct({ id: column }).from(table).where(inIds(column, seriesIds))
    for (const { id } of rows) read.push(id)
  }
  return read
}
