import { and, asc, count, eq } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { profileKey } from '../preference-keys'
import { preferences } from '../schema'
import { readingProfiles } from './schema'

export type ProfileRow = typeof readingProfiles.$inferSelect

export const findProfiles = (db: Db, userId: string): Promise<ProfileRow[]> =>
  db
    .select()
    .from(readingProfiles)
    .where(eq(readingProfiles.userId, userId))
    .orderBy(asc(readingProfiles.nameKey), asc(readingProfiles.id))

export async function findProfile(
  db: Db,
  userId: string,
  id: string,
): Promise<ProfileRow | undefined> {
  const isOwn = and(eq(readingProfiles.userId, userId), eq(readingProfiles.id, id))
  const [row] = await db.select().from(readingProfiles).where(isOwn)
  return row
}

export async function findIdOfProfileName(
  db: Db,
  { userId, nameKey }: Pick<ProfileRow, 'userId' | 'nameKey'>,
): Promise<string | undefined> {
  const isNamed = and(eq(readingProfiles.userId, userId), eq(readingProfiles.nameKey, nameKey))
  const [row] = await db.select({ id: readingProfiles.id }).from(readingProfiles).where(isNamed)
  return row?.id
}

export const countProfiles = (db: Db, userId: string): Promise<number> =>
  db.$count(readingProfiles, eq(readingProfiles.userId, userId))

export const insertProfile = (tx: Tx, row: ProfileRow) => tx.insert(readingProfiles).values(row)

export const updateProfileRow = (tx: Tx, { id, ...row }: ProfileRow) =>
  tx.update(readingProfiles).set(row).where(eq(readingProfiles.id, id))

/**
 * Deletes a profile, and the choice of this profile for every series, including series that are
 * hidden at the moment.
 */
export async function deleteProfileRow(tx: Tx, { userId, id }: Pick<ProfileRow, 'userId' | 'id'>) {
  await tx.delete(preferences).where(and(isChoiceOf(userId), eq(preferences.value, id)))
  await tx.delete(readingProfiles).where(eq(readingProfiles.id, id))
}

const isChoiceOf = (userId: string) =>
  and(eq(preferences.userId, userId), eq(preferences.key, profileKey))

/** Returns the number of series for each profile. */
export async function countSeriesOfProfiles(db: Db, userId: string) {
  const rows = await db
    .select({ id: preferences.value, count: count() })
    .from(preferences)
    .where(isChoiceOf(userId))
    .groupBy(preferences.value)
  return new Map(rows.map((row) => [row.id, row.count]))
}

export const findVisibleSeriesIds = async (tx: Tx, viewer: Viewer, ids: readonly string[]) => {
  const isVisible = and(inIds(series.id, ids), isSeriesVisibleTo(viewer))
  const rows = await tx.select({ id: series.id }).from(series).where(isVisible)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the chosen profile for each of these series that has one. */
export async function findChosenProfiles(tx: Tx, userId: string, seriesIds: readonly string[]) {
  const rows = await tx
    .select({ seriesId: preferences.target, profileId: preferences.value })
    .from(preferences)
    .where(and(isChoiceOf(userId), inIds(preferences.seriesId, seriesIds)))
  return new Map(rows.map(({ seriesId, profileId }) => [seriesId, profileId]))
}

export const deleteChoices = (tx: Tx, userId: string, seriesIds: readonly string[]) =>
  tx.delete(preferences).where(and(isChoiceOf(userId), inIds(preferences.seriesId, seriesIds)))

export const insertChoices = (
  tx: Tx,
  { userId, profileId, now }: { userId: string; profileId: string; now: Date },
  seriesIds: readonly string[],
) =>
  tx.insert(preferences).values(
    seriesIds.map((seriesId) => ({
      userId,
      target: seriesId,
      seriesId,
      key: profileKey,
      value: profileId,
      updatedAt: now,
    })),
  )
