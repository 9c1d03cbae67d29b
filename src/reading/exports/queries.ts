import { and, asc, count, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { isOpenTo } from '../../catalog/libraries/library-visibility'
import { isAllowedFor } from '../../catalog/libraries/series-visibility'
import { series } from '../../catalog/series/schema'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { userExports } from './schema'

export type ExportRecord = typeof userExports.$inferSelect

export const listExportRows = (db: Db, userId: string, limit: number) =>
  db
    .select()
    .from(userExports)
    .where(eq(userExports.userId, userId))
    .orderBy(desc(userExports.createdAt), desc(userExports.id))
    .limit(limit)

export async function findExportById(db: Db, id: string) {
  const [row] = await db.select().from(userExports).where(eq(userExports.id, id))
  return row
}

export async function findOwnExport(db: Db, userId: string, id: string) {
  const row = await findExportById(db, id)
  return row?.userId === userId ? row : undefined
}

export async function countExports(db: Db, userId: string) {
  const isOwn = eq(userExports.userId, userId)
  const isOpen = inArray(userExports.status, ['pending', 'running'])
  const [all] = await db.select({ count: count() }).from(userExports).where(isOwn)
  const [open] = await db.select({ count: count() }).from(userExports).where(and(isOwn, isOpen))
  return { all: all?.count ?? 0, open: open?.count ?? 0 }
}

export async function insertExport(tx: Tx, values: typeof userExports.$inferInsert) {
  const [row] = await tx.insert(userExports).values(values).returning()
  return row!
}

/** Stores changes to an export that is not completed yet. */
export const storeExportChanges = (
  tx: Tx,
  id: string,
  changes: Partial<typeof userExports.$inferInsert>,
) =>
  tx
    .update(userExports)
    .set(changes)
    .where(and(eq(userExports.id, id), ne(userExports.status, 'completed')))

export async function deleteExportRow(tx: Tx, id: string) {
  await tx.delete(userExports).where(eq(userExports.id, id))
}

export const listExpired = (db: Db, now: Date, limit: number) =>
  db.select().from(userExports).where(lte(userExports.expiresAt, now)).limit(limit)

export async function listKnownIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: userExports.id })
    .from(userExports)
    .where(inIds(userExports.id, ids))
  return new Set(rows.map(({ id }) => id))
}

interface HiddenSlice {
  /** Includes only row numbers after this one. */
  after: number
  until: Date | undefined
  limit: number
}

/**
 * Lists the series that are hidden from the viewer by library, age limit or sharing tags, ordered
 * by row number.
 */
export async function listHiddenSeries(
  heavy: Db,
  viewer: Viewer,
  { after, until, limit }: HiddenSlice,
) {
  const isHidden = sql`(${and(isOpenTo(viewer, series.libraryId), isAllowedFor(viewer))}) is not true`
  const rows = await heavy
    .select({ n: series.n })
    .from(series)
    .where(and(gt(series.n, after), isHidden, until && lte(series.createdAt, until)))
    .orderBy(asc(series.n))
    .limit(limit)
  return rows.map(({ n }) => n)
}
