import { and, isNotNull, sql } from 'drizzle-orm'
import { books } from '../../books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { series } from '../schema'

/** For good; only those in the trash in which no book is left. Answers which they were. */
export async function deleteEmptySeries(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const isEmpty = sql`not exists (select 1 from ${books} where ${books.seriesId} = ${series.id})`
  const deleted = await tx
    .delete(series)
    .where(and(inIds(series.id, ids), isNotNull(series.trashedAt), isEmpty))
    .returning({ id: series.id })
  return deleted.map(({ id }) => id)
}
