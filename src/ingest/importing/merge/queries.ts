import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { covers } from '../../../artwork/covers/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { SourceKind } from '../neutral-form'
import { importFacts, imports, waitingFacts } from '../schema'
import type { AddedByKind, FactKind } from './facts'

const rowsAtOnce = 200

export type ImportRow = typeof imports.$inferSelect

export const insertImport = async (tx: Tx, row: typeof imports.$inferInsert) => {
  const [stored] = await tx.insert(imports).values(row).returning({ id: imports.id })
  return stored!.id
}

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row
}

export async function findImportIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ id: imports.id }).from(imports).where(inIds(imports.id, ids))
  return new Set(rows.map(({ id }) => id))
}

/** Returns the IDs of imports whose copied files are still needed. */
export async function findOpenImportIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inIds(imports.id, ids), inArray(imports.state, ['reading', 'ready', 'applying'])))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Lists previews from before this time that nobody has confirmed, and failed imports of
 * administrators.
 */
export const listPreviewsBefore = (db: Db, before: Date) =>
  db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        lt(imports.createdAt, before),
        or(eq(imports.state, 'ready'), and(eq(imports.state, 'failed'), isNull(imports.userId))),
      ),
    )

/** `ownerId`: the user who imported into their own account; null for imports of administrators. */
export const listImportRows = (db: Db, ownerId: string | null, limit: number) =>
  db
    .select()
    .from(imports)
    .where(ownerId === null ? isNull(imports.userId) : eq(imports.userId, ownerId))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit)

export async function updateImport(tx: Tx, id: string, values: Partial<ImportRow>) {
  await tx.update(imports).set(values).where(eq(imports.id, id))
}

export async function deleteImportRow(tx: Tx, id: string) {
  await tx.delete(imports).where(eq(imports.id, id))
}

/** Returns the folders of the last import from the same installation. */
export async function findLastFolders(db: Db, kind: SourceKind, instance: string) {
  const [row] = await db
    .select({ folders: imports.folders })
    .from(imports)
    .where(
      and(
        eq(imports.kind, kind),
        eq(imports.instance, instance),
        // The folders of a preview are not confirmed yet.
        notInArray(imports.state, ['reading', 'ready']),
      ),
    )
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(1)
  return row?.folders ?? []
}

/** Returns the given origins that an import has already added, or that are waiting. */
export async function findKnownOrigins(db: Db, origins: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const slice of splitIntoSlices([...new Set(origins)], rowsAtOnce)) {
    for (const table of [importFacts, waitingFacts] as const) {
      const rows = await db
        .select({ origin: table.origin })
        .from(table)
        .where(inArray(table.origin, slice))
      for (const { origin } of rows) known.add(origin)
    }
  }
  return known
}

/** Returns the account or sharing tag that an earlier import used for each of these origins. */
export async function findItemsOfOrigins(db: Db, origins: readonly string[]) {
  const found = new Map<string, string>()
  for (const slice of splitIntoSlices([...new Set(origins)], rowsAtOnce)) {
    const rows = await db
      .select({ origin: importFacts.origin, itemId: importFacts.itemId })
      .from(importFacts)
      .where(inArray(importFacts.origin, slice))
    for (const { origin, itemId } of rows) if (itemId !== null) found.set(origin, itemId)
  }
  return found
}

export interface NewFact<Kind extends FactKind = FactKind> {
  importId: string
  origin: string
  kind: Kind
  userId: string | null
  itemId: string | null
  added: AddedByKind[Kind]
}

export async function insertFacts(tx: Tx, facts: readonly NewFact[]) {
  for (const slice of splitIntoSlices(facts, rowsAtOnce)) {
    await tx.insert(importFacts).values(slice).onConflictDoNothing()
  }
}

/** Returns whether an import created this sharing tag. */
export const isTagOfImport = async (db: Db, tagId: string): Promise<boolean> =>
  (await db.$count(importFacts, and(eq(importFacts.itemId, tagId), eq(importFacts.kind, 'tag')))) >
  0

/** Returns whether an import added this sharing tag to the series. Ignores the fact `exceptId`. */
export async function isTaggedByImport(
  db: Db,
  seriesId: string,
  tagId: string,
  exceptId?: string,
): Promise<boolean> {
  const facts = await db
    .select({ id: importFacts.id, added: importFacts.added })
    .from(importFacts)
    .where(and(eq(importFacts.itemId, seriesId), eq(importFacts.kind, 'tagging')))
  return facts.some(
    ({ id, added }) => id !== exceptId && (added as AddedByKind['tagging']).tagId === tagId,
  )
}

/** Returns whether the import has added a fact or has a waiting one. */
export async function hasFacts(db: Db, importId: string): Promise<boolean> {
  for (const table of [importFacts, waitingFacts] as const) {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.importId, importId))
      .limit(1)
    if (rows.length > 0) return true
  }
  return false
}

/** Returns whether the fact belongs to this import. */
export const isFactOfImport = async (db: Db, origin: string, importId: string) =>
  (await db.$count(
    importFacts,
    and(eq(importFacts.origin, origin), eq(importFacts.importId, importId)),
  )) > 0

/** Returns the state of the import that the fact belongs to. */
export async function findStateOfFact(db: Db, origin: string) {
  const [row] = await db
    .select({ state: imports.state })
    .from(importFacts)
    .innerJoin(imports, eq(imports.id, importFacts.importId))
    .where(eq(importFacts.origin, origin))
  return row?.state
}

export async function deleteFactsOfOrigin(tx: Tx, origin: string) {
  await tx.delete(importFacts).where(eq(importFacts.origin, origin))
}

/** Lists facts, newest first. */
export const listFactsBefore = (db: Db, importId: string, before: string | undefined) =>
  db
    .select()
    .from(importFacts)
    .where(
      and(
        eq(importFacts.importId, importId),
        before === undefined ? undefined : sql`${importFacts.id} < ${before}`,
      ),
    )
    .orderBy(desc(importFacts.id))
    .limit(rowsAtOnce)

export async function deleteFacts(tx: Tx, ids: readonly string[]) {
  await tx.delete(importFacts).where(inIds(importFacts.id, ids))
}

export type NewWaiting = Omit<typeof waitingFacts.$inferInsert, 'id'>

export async function insertWaiting(tx: Tx, facts: readonly NewWaiting[]) {
  for (const slice of splitIntoSlices(facts, rowsAtOnce)) {
    await tx.insert(waitingFacts).values(slice).onConflictDoNothing()
  }
}

export async function deleteWaitingOfImport(tx: Tx, importId: string) {
  await tx.delete(waitingFacts).where(eq(waitingFacts.importId, importId))
}

export async function hasWaiting(db: Db): Promise<boolean> {
  const rows = await db.select({ id: waitingFacts.id }).from(waitingFacts).limit(1)
  return rows.length > 0
}

export const countWaitingOfUser = (db: Db, userId: string) =>
  db.$count(waitingFacts, eq(waitingFacts.userId, userId))

export type WaitingRow = typeof waitingFacts.$inferSelect

export const listWaitingAfter = (db: Db, after: string | undefined): Promise<WaitingRow[]> =>
  db
    .select()
    .from(waitingFacts)
    .where(after === undefined ? undefined : gt(waitingFacts.id, after))
    .orderBy(asc(waitingFacts.id))
    .limit(rowsAtOnce)

export async function deleteWaiting(tx: Tx, ids: readonly string[]) {
  await tx.delete(waitingFacts).where(inIds(waitingFacts.id, ids))
}

/** Matches imports that added something for this user, or will do so when books arrive. */
export const isImportOf = (userId: string) =>
  or(
    ...[importFacts, waitingFacts].map((table) =>
      inArray(
        imports.id,
        sql`(select ${table.importId} from ${table} where ${table.userId} = ${userId})`,
      ),
    ),
  )

/**
 * Returns whether another import added something for this user, or will do so when books arrive.
 */
export const hasFactsOfUser = async (db: Db, userId: string, exceptId: string) =>
  (await db.$count(imports, and(ne(imports.id, exceptId), isImportOf(userId)))) > 0

/** Finds an uploaded cover of the series or book with this content. */
export async function findUploadedCover(
  db: Db,
  { kind, id, sha256 }: { kind: 'series' | 'book'; id: string; sha256: string },
) {
  const owner = kind === 'series' ? covers.seriesId : covers.bookId
  const [row] = await db
    .select({ id: covers.id, isSelected: covers.isSelected })
    .from(covers)
    .where(and(eq(owner, id), eq(covers.sha256, sha256), eq(covers.source, 'custom')))
  return row
}
