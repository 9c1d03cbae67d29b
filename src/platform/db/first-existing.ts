import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './store'

/**
 * Returns the place of the first query with a row, in one statement; undefined if there is none.
 * The places are not parameters, because PostgreSQL takes those for text.
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
