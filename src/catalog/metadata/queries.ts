import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { alternateTitles, externalIds, externalLinks, externalRatings } from './schema'
import type { PartRow } from './field-table'

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

/** Columns that identify a row within its series, and columns that are not part of an item. */
const rowColumns = {
  alternateTitles: { key: 'id', kept: ['createdAt'] },
  externalIds: { key: 'source', kept: ['id', 'createdAt', 'lastSyncedAt', 'metadataHash'] },
  externalLinks: { key: 'sourceName', kept: ['id', 'createdAt'] },
  externalRatings: { key: 'sourceName', kept: ['id', 'createdAt', 'fetchedAt'] },
} as const satisfies Record<PartKind, { key: string; kept: readonly string[] }>
const dates: ReadonlySet<string> = new Set(['createdAt', 'lastSyncedAt', 'fetchedAt'])

export async function listPartRows(db: Db, kind: PartKind, seriesId: string): Promise<PartRow[]> {
  const table = tables[kind] as typeof externalIds
  const rows = await db.select().from(table).where(eq(table.seriesId, seriesId))
  return JSON.parse(JSON.stringify(rows)) as PartRow[]
}

export async function restorePartRow(tx: Tx, kind: PartKind, seriesId: string, row: PartRow) {
  const table = tables[kind] as typeof externalIds
  const { key, kept } = rowColumns[kind]
  const values = kept.map((name) => {
    const value = row[name] ?? null
    return [name, dates.has(name) && value !== null ? new Date(value) : value]
  })
  await tx
    .update(table)
    .set(Object.fromEntries(values) as Partial<typeof externalIds.$inferInsert>)
    .where(and(eq(table.seriesId, seriesId), eq(table[key as 'source'], row[key] as string)))
}

export const listTitles = (db: Db, seriesId: string) =>
  db.select().from(alternateTitles).where(eq(alternateTitles.seriesId, seriesId))

export const listLinks = (db: Db, seriesId: string) =>
  db.select().from(externalLinks).where(eq(externalLinks.seriesId, seriesId))

export const listIds = (db: Db, seriesId: string) =>
  db.select().from(externalIds).where(eq(externalIds.seriesId, seriesId))

export const listRatings = (db: Db, seriesId: string) =>
  db.select().from(externalRatings).where(eq(externalRatings.seriesId, seriesId))
