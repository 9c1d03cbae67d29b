/** The parts of a book's label: `Nova Patrol · #5 · The Landing`. */
import { eq } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { series } from '../../series/schema'
import { books } from '../schema'

/** Columns of `books` with the number of a book. */
export const numberColumns = {
  volume: books.volume,
  numberKind: books.numberKind,
  numberFrom: books.numberFrom,
  numberTo: books.numberTo,
}

/** Finds the names of books, trashed ones included. The caller checks who may see them. */
export async function findBookNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .select({ id: books.id, title: books.title, seriesName: series.title, ...numberColumns })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(inIds(books.id, ids))
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
