import { and, count, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { alternateTitles, externalIds, externalLinks, externalRatings } from './schema'

/** What hangs on a series one by one. */
const tables = { alternateTitles, externalIds, externalLinks, externalRatings }
export type Kind = keyof typeof tables

export async function countOf(db: Db, kind: Kind, seriesId: string): Promise<number> {
  const table = tables[kind] as typeof externalIds
  const [row] = await db.select({ total: count() }).from(table).where(eq(table.seriesId, seriesId))
  return row!.total
}

/** True when there was such a row. */
export async function deleteOne(tx: Tx, kind: Kind, seriesId: string, id: string) {
  const table = tables[kind] as typeof externalIds
  const gone = await tx
    .delete(table)
    .where(and(eq(table.seriesId, seriesId), eq(table.id, id)))
    .returning({ id: table.id })
  return gone.length > 0
}

export async function insertTitle(tx: Tx, values: typeof alternateTitles.$inferInsert) {
  const [row] = await tx.insert(alternateTitles).values(values).returning()
  return row!
}

export async function updateTitle(
  tx: Tx,
  seriesId: string,
  id: string,
  changes: Partial<typeof alternateTitles.$inferInsert>,
) {
  const [row] = await tx
    .update(alternateTitles)
    .set(changes)
    .where(and(eq(alternateTitles.seriesId, seriesId), eq(alternateTitles.id, id)))
    .returning()
  return row
}

export const findExternalId = async (db: Db, seriesId: string, source: string) =>
  (
    await db
      .select()
      .from(externalIds)
      .where(and(eq(externalIds.seriesId, seriesId), eq(externalIds.source, source)))
  )[0]

export async function upsertExternalId(tx: Tx, values: typeof externalIds.$inferInsert) {
  const { source: _, seriesId: __, createdAt: ___, ...set } = values
  const [row] = await tx
    .insert(externalIds)
    .values(values)
    .onConflictDoUpdate({ target: [externalIds.seriesId, externalIds.source], set })
    .returning()
  return row!
}

export const findLink = async (db: Db, seriesId: string, sourceName: string) =>
  (
    await db
      .select()
      .from(externalLinks)
      .where(and(eq(externalLinks.seriesId, seriesId), eq(externalLinks.sourceName, sourceName)))
  )[0]

export async function upsertLink(tx: Tx, values: typeof externalLinks.$inferInsert) {
  const { sourceName: _, seriesId: __, createdAt: ___, ...set } = values
  const [row] = await tx
    .insert(externalLinks)
    .values(values)
    .onConflictDoUpdate({ target: [externalLinks.seriesId, externalLinks.sourceName], set })
    .returning()
  return row!
}

export const findRating = async (db: Db, seriesId: string, sourceName: string) =>
  (
    await db
      .select()
      .from(externalRatings)
      .where(
        and(eq(externalRatings.seriesId, seriesId), eq(externalRatings.sourceName, sourceName)),
      )
  )[0]

export async function upsertRating(tx: Tx, values: typeof externalRatings.$inferInsert) {
  const { sourceName: _, seriesId: __, createdAt: ___, ...set } = values
  const [row] = await tx
    .insert(externalRatings)
    .values(values)
    .onConflictDoUpdate({ target: [externalRatings.seriesId, externalRatings.sourceName], set })
    .returning()
  return row!
}

export const listTitles = (db: Db, seriesId: string) =>
  db.select().from(alternateTitles).where(eq(alternateTitles.seriesId, seriesId))

export const listLinks = (db: Db, seriesId: string) =>
  db.select().from(externalLinks).where(eq(externalLinks.seriesId, seriesId))

export const listIds = (db: Db, seriesId: string) =>
  db.select().from(externalIds).where(eq(externalIds.seriesId, seriesId))

export const listRatings = (db: Db, seriesId: string) =>
  db.select().from(externalRatings).where(eq(externalRatings.seriesId, seriesId))
