import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { alternateTitles, externalIds, externalLinks, externalRatings } from './schema'

/** Tables with one row per list item. */
const tables = { alternateTitles, externalIds, externalLinks, externalRatings }
export type PartKind = keyof typeof tables

export async function deletePart(tx: Tx, kind: PartKind, seriesId: string, id: string) {
  const table = tables[kind] as typeof externalIds
  await tx.delete(table).where(and(eq(table.seriesId, seriesId), eq(table.id, id)))
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

export async function upsertExternalId(tx: Tx, values: typeof externalIds.$inferInsert) {
  const { source: _, seriesId: __, createdAt: ___, ...set } = values
  const [row] = await tx
    .insert(externalIds)
    .values(values)
    .onConflictDoUpdate({ target: [externalIds.seriesId, externalIds.source], set })
    .returning()
  return row!
}

export async function upsertLink(tx: Tx, values: typeof externalLinks.$inferInsert) {
  const { sourceName: _, seriesId: __, createdAt: ___, ...set } = values
  const [row] = await tx
    .insert(externalLinks)
    .values(values)
    .onConflictDoUpdate({ target: [externalLinks.seriesId, externalLinks.sourceName], set })
    .returning()
  return row!
}

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
