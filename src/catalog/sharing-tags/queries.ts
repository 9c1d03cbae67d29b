import { and, asc, count, eq, isNull, like, ne, sql } from 'drizzle-orm'
import { groupTagGrants, userTagGrants } from '../../accounts/access/schema'
import { heldTagId } from '../../accounts/permissions/restriction-rules'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { series } from '../series/schema'
import { splitIntoSlices } from '../../platform/lib/slices'
import { sharingSets, sharingSetTags, sharingTags } from './schema'

const setsAtOnce = 1000

/**
 * Lists tags by name, with the numbers of their series and users. Omits the tag that holds back
 * series. Reads only series that have sharing tags, which are few.
 */
export async function listTagRows(heavy: Db, { pageSize, offset }: Paging, id?: string) {
  const which = and(
    ne(sharingTags.id, heldTagId),
    id === undefined ? undefined : eq(sharingTags.id, id),
  )
  const rows = await heavy
    .select()
    .from(sharingTags)
    .where(which)
    .orderBy(asc(sharingTags.nameKey), asc(sharingTags.id))
    .limit(pageSize)
    .offset(offset)
  const ids = rows.map((row) => row.id)
  const [ofSeries, ofUsers] = [await countSeries(heavy, ids), await countUsers(heavy, ids)]
  const data = rows.map(({ nameKey: _, ...row }) => ({
    ...row,
    seriesCount: ofSeries.get(row.id) ?? 0,
    userCount: ofUsers.get(row.id) ?? 0,
  }))
  return { data, total: await heavy.$count(sharingTags, which) }
}

async function countSeries(heavy: Db, ids: readonly string[]) {
  const rows = await heavy
    .select({ id: sharingSetTags.tagId, total: count() })
    .from(sharingSetTags)
    .innerJoin(series, eq(series.sharingSet, sharingSetTags.setId))
    // Must match the condition of the partial index.
    .where(
      and(
        sql`${series.sharingSet} <> 0`,
        isNull(series.trashedAt),
        inIds(sharingSetTags.tagId, ids),
      ),
    )
    .groupBy(sharingSetTags.tagId)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

async function countUsers(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: userTagGrants.tagId, total: count() })
    .from(userTagGrants)
    .where(inIds(userTagGrants.tagId, ids))
    .groupBy(userTagGrants.tagId)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** Finds which of the given series have sharing tags. */
export const findTaggedSeries = (db: Db, seriesIds: readonly string[]) =>
  db
    .select({ id: series.id, sharingSet: series.sharingSet })
    .from(series)
    .where(and(inIds(series.id, seriesIds), ne(series.sharingSet, 0)))

export async function findTagByName(db: Db, nameKey: string) {
  const [row] = await db
    .select({ id: sharingTags.id })
    .from(sharingTags)
    .where(eq(sharingTags.nameKey, nameKey))
  return row?.id
}

export async function listExistingTags(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: sharingTags.id })
    .from(sharingTags)
    .where(inIds(sharingTags.id, ids))
  return new Set(rows.map(({ id }) => id))
}

/** Lists the tags of a set, sorted by name. */
export const listTagsOfSet = (db: Db, setId: number) =>
  db
    .select({
      id: sharingTags.id,
      name: sharingTags.name,
      description: sharingTags.description,
    })
    .from(sharingSetTags)
    .innerJoin(sharingTags, eq(sharingTags.id, sharingSetTags.tagId))
    .where(eq(sharingSetTags.setId, setId))
    .orderBy(asc(sharingTags.nameKey))

export async function findSet(db: Db, tagKey: string) {
  const [row] = await db
    .select({ id: sharingSets.id })
    .from(sharingSets)
    .where(eq(sharingSets.tagKey, tagKey))
  return row?.id
}

export async function insertSet(tx: Tx, tagIds: readonly string[], tagKey: string) {
  const [last] = await tx
    .select({ id: sql`coalesce(max(${sharingSets.id}), 0)`.mapWith(Number) })
    .from(sharingSets)
  const id = last!.id + 1
  await tx.insert(sharingSets).values({ id, tagKey })
  await tx.insert(sharingSetTags).values(tagIds.map((tagId) => ({ setId: id, tagId })))
  return id
}

/** Counts the users and groups whose rules name the tag. */
export async function countTagGrants(db: Db, tagId: string): Promise<number> {
  const ofUsers = await db.$count(userTagGrants, eq(userTagGrants.tagId, tagId))
  return ofUsers + (await db.$count(groupTagGrants, eq(groupTagGrants.tagId, tagId)))
}

/**
 * Adds a tag that was recreated with its former ID to its former sets, which are kept when a tag is
 * deleted.
 */
export async function addTagToItsSets(tx: Tx, tagId: string) {
  const sets = await tx
    .select({ setId: sharingSets.id })
    .from(sharingSets)
    .where(like(sharingSets.tagKey, `%${tagId}%`))
  const rows = sets.map(({ setId }) => ({ setId, tagId }))
  for (const slice of splitIntoSlices(rows, setsAtOnce))
    await tx.insert(sharingSetTags).values(slice).onConflictDoNothing()
}

/** Lists series that have the tag, at most `limit`, including those in the trash. */
export async function listSeriesWithTag(db: Db, tagId: string, limit: number) {
  const rows = await db
    .select({ id: series.id })
    .from(sharingSetTags)
    .innerJoin(series, eq(series.sharingSet, sharingSetTags.setId))
    .where(and(ne(series.sharingSet, 0), eq(sharingSetTags.tagId, tagId)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function findSharingPlace(db: Db, seriesId: string) {
  const [row] = await db
    .select({ libraryId: series.libraryId, title: series.title, sharingSet: series.sharingSet })
    .from(series)
    .where(eq(series.id, seriesId))
  return row
}
