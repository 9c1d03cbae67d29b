import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './store'

/**
 * Returns the index of the first query that yields a row, using a single statement. Returns
 * undefined if there is none. The indexes are not parameters, because PostgreSQL treats parameters
 * in this position as text.
 */
export async function findFirstExisting(
  db: Db,
  queries: readonly SQLWrapper[],
): Promise<number | undefined> {
  if (queries.length === 0) return undefined
  const cases: SQL[] = queries.map(
    (query, place) => sql`when exists ${query} then ${sql.raw(String(place))}`,
  )
  const [row] = await db.rows<{ place: number | null }>(
    sql`select case ${sql.join(cases, sql` `)} end as place`,
  )
  return row?.place ?? undefined
}
