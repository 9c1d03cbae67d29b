import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { users } from '../../accounts/users/schema'
import type { Db } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { isCountedFor } from '../libraries/series-visibility'
import { seriesCounts } from '../series/schema'

const accountColumns = {
  id: users.id,
  username: users.username,
  role: users.role,
  permissions: users.permissions,
  isActive: users.isActive,
  libraryIds: users.libraryIds,
  restrictions: users.restrictions,
}

export async function listAccounts(db: Db, { pageSize, offset }: Paging) {
  const data = await db
    .select(accountColumns)
    .from(users)
    .orderBy(asc(users.usernameKey), asc(users.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(users) }
}

const maxLimited = 500

/** Lists at most 500 active users with restrictions. */
export const listLimitedAccounts = (db: Db) =>
  db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.isActive, true), isNotNull(users.restrictions)))
    .orderBy(asc(users.id))
    .limit(maxLimited)

interface Counted {
  visible: number
  /** Series without an age rating that all other rules allow. */
  unrated: number
}

/**
 * Counts the series that each of these viewers sees. Uses one statement and the same condition as
 * the series lists.
 */
export async function countForViewers(db: Db, viewers: readonly Viewer[]): Promise<Counted[]> {
  const columns = viewers.flatMap((viewer, place) => [
    [`visible${place}`, countWhere(isCountedFor(viewer, seriesCounts))],
    [
      `unrated${place}`,
      countWhere(and(hasNoRating, isCountedFor(showUnrated(viewer), seriesCounts))!),
    ],
  ])
  const [row] = await db
    .select(Object.fromEntries(columns) as Record<string, SQL<number>>)
    .from(seriesCounts)
  return viewers.map((_, place) => ({
    visible: row![`visible${place}`]!,
    unrated: row![`unrated${place}`]!,
  }))
}

const hasNoRating = eq(seriesCounts.ageRating, -1)

const countWhere = (condition: SQL) =>
  sql`coalesce(sum(case when ${condition} then ${seriesCounts.seriesCount} else 0 end), 0)`.mapWith(
    Number,
  )

const showUnrated = (viewer: Viewer): Viewer =>
  viewer.restrictions
    ? { ...viewer, restrictions: { ...viewer.restrictions, hidesUnrated: false } }
    : viewer
