/**
 * Sorts series by their number of unread books. Series that a user has not started have no progress
 * row.
 */
import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { descending } from '../../../platform/db/columns'
import type { Db } from '../../../platform/db/store'
import { seriesProgress } from '../../../reading/progress/schema'
import { series } from '../schema'

interface UnreadListQuery {
  userId: string
  /** The list filter, including visibility. */
  condition: SQL | undefined
  limit: number
  offset: number
}

/**
 * Lists series with the most unread books first. Series without reading progress are read from an
 * index. Series with progress are sorted. Both lists are merged up to the requested page.
 */
export async function listIdsByUnread(
  db: Db,
  { userId, condition, limit, offset }: UnreadListQuery,
) {
  const reach = offset + limit
  const mine = eq(seriesProgress.userId, userId)
  const ofSeries = eq(seriesProgress.seriesId, series.id)
  const untouched = db
    .select({ id: series.id, key: series.sortKey, unread: sql`${series.bookCount}`.as('unread') })
    .from(series)
    .where(
      and(
        condition,
        notExists(
          db
            .select({ one: sql`1` })
            .from(seriesProgress)
            .where(and(mine, ofSeries)),
        ),
      ),
    )
    .orderBy(descending(series.bookCount), series.sortKey, series.id)
    .limit(reach)
  const unread = sql`${series.bookCount} - ${seriesProgress.booksRead}`
  const touched = db
    .select({ id: series.id, key: series.sortKey, unread: sql`${unread}`.as('unread') })
    .from(seriesProgress)
    .innerJoin(series, ofSeries)
    .where(and(condition, mine))
    .orderBy(sql`${unread} desc`, series.sortKey, series.id)
    .limit(reach)
  const rows = await db.rows<{ id: string }>(sql`
    select id from (
      select * from (${untouched}) as untouched union all select * from (${touched}) as touched
    ) as merged
    order by unread desc, sort_key, id limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}
