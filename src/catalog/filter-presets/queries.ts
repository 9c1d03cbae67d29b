import { and, asc, eq, isNull, isNotNull, or, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import type { Db, Tx } from '../../platform/db/store'
import { isLibraryVisibleTo } from '../libraries/library-visibility'
import type { PresetsQuery } from './model'
import { filterPresets } from './schema'

export type PresetRow = typeof filterPresets.$inferSelect

/** Filters for a hidden library are kept but not shown. */
const isOwn = (viewer: Viewer): SQL =>
  and(
    eq(filterPresets.userId, viewer.userId),
    or(isNull(filterPresets.libraryId), isLibraryVisibleTo(viewer, filterPresets.libraryId)),
  )!

export const findPresets = (
  db: Db,
  viewer: Viewer,
  { scope, target, libraryId }: PresetsQuery,
): Promise<PresetRow[]> =>
  db
    .select()
    .from(filterPresets)
    .where(
      and(
        isOwn(viewer),
        target && eq(filterPresets.target, target),
        libraryId === undefined ? undefined : eq(filterPresets.libraryId, libraryId),
        scope === 'global' ? isNull(filterPresets.libraryId) : undefined,
        scope === 'library' ? isNotNull(filterPresets.libraryId) : undefined,
      ),
    )
    .orderBy(asc(filterPresets.nameKey), asc(filterPresets.id))

export async function findPreset(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<PresetRow | undefined> {
  const [row] = await db
    .select()
    .from(filterPresets)
    .where(and(isOwn(viewer), eq(filterPresets.id, id)))
  return row
}

/** Includes filters for hidden libraries. */
export const countPresets = (db: Db, userId: string): Promise<number> =>
  db.$count(filterPresets, eq(filterPresets.userId, userId))

export async function findIdOfName(
  db: Db,
  { userId, target, nameKey }: Pick<PresetRow, 'userId' | 'target' | 'nameKey'>,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: filterPresets.id })
    .from(filterPresets)
    .where(
      and(
        eq(filterPresets.userId, userId),
        eq(filterPresets.target, target),
        eq(filterPresets.nameKey, nameKey),
      ),
    )
  return row?.id
}

export const insertPreset = (tx: Tx, row: PresetRow) => tx.insert(filterPresets).values(row)

export const updatePreset = (tx: Tx, { id, ...row }: PresetRow) =>
  tx.update(filterPresets).set(row).where(eq(filterPresets.id, id))

export const deletePreset = (tx: Tx, id: string) =>
  tx.delete(filterPresets).where(eq(filterPresets.id, id))
