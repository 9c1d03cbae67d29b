/** Queries for undos and ignored files. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { books } from '../../../catalog/books/schema'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { libraryRoots } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import { ignoredFiles, scanUndos } from '../schema'

export type UndoRow = typeof scanUndos.$inferSelect

export async function insertUndo(tx: Tx, values: typeof scanUndos.$inferInsert): Promise<UndoRow> {
  const [row] = await tx
    .insert(scanUndos)
    .values(values)
    .onConflictDoUpdate({
      target: scanUndos.scanId,
      // A failed undo resumes where it stopped.
      set: { status: 'pending', message: null, completedAt: null },
    })
    .returning()
  return row!
}

export async function findUndo(db: Db, scanId: string) {
  const [row] = await db.select().from(scanUndos).where(eq(scanUndos.scanId, scanId))
  return row
}

/** Returns the undo states, keyed by scan ID. */
export async function findUndoStates(db: Db, scanIds: string[]) {
  const rows = await db
    .select({ scanId: scanUndos.scanId, status: scanUndos.status })
    .from(scanUndos)
    .where(inIds(scanUndos.scanId, scanIds))
  return new Map(rows.map(({ scanId, status }) => [scanId, status]))
}

export async function resetUndoForRetry(tx: Tx, scanId: string) {
  await tx
    .update(scanUndos)
    .set({ status: 'pending', message: null, completedAt: null })
    .where(and(eq(scanUndos.scanId, scanId), eq(scanUndos.status, 'failed')))
}

/** Returns false if the undo has already ended. */
export async function updateLiveUndo(
  tx: Tx,
  scanId: string,
  changes: PgUpdateSetSource<typeof scanUndos>,
): Promise<boolean> {
  const isLive = inArray(scanUndos.status, ['pending', 'running'])
  const rows = await tx
    .update(scanUndos)
    .set(changes)
    .where(and(eq(scanUndos.scanId, scanId), isLive))
    .returning({ scanId: scanUndos.scanId })
  return rows.length > 0
}

export async function addUndoProgress(tx: Tx, scanId: string, done: number, skipped: number) {
  return updateLiveUndo(tx, scanId, {
    done: sql`${scanUndos.done} + ${done}`,
    skipped: sql`${scanUndos.skipped} + ${skipped}`,
  })
}

/** Returns the IDs of roots and series that still exist. */
export async function findExistingIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const roots = await db
    .select({ id: libraryRoots.id })
    .from(libraryRoots)
    .where(inIds(libraryRoots.id, ids))
  const groups = await db.select({ id: series.id }).from(series).where(inIds(series.id, ids))
  return new Set([...roots, ...groups].map(({ id }) => id))
}

export async function insertIgnored(tx: Tx, rows: (typeof ignoredFiles.$inferInsert)[]) {
  if (rows.length > 0) await tx.insert(ignoredFiles).values(rows).onConflictDoNothing()
}

export async function listIgnoredPaths(db: Db, rootId: string): Promise<Set<string>> {
  const rows = await db
    .select({ path: ignoredFiles.relativePath })
    .from(ignoredFiles)
    .where(eq(ignoredFiles.rootId, rootId))
  return new Set(rows.map(({ path }) => path))
}

const isBookOfFile = and(
  eq(books.rootId, ignoredFiles.rootId),
  eq(books.relativePath, ignoredFiles.relativePath),
)

/** Lists ignored files, newest first, with the book for each file. */
export async function listIgnoredRows(
  db: Db,
  libraryId: string,
  { offset, pageSize }: Paging,
): Promise<
  Found<{ id: string; path: string; title: string; bookId: string | null; createdAt: Date }>
> {
  const isInLibrary = eq(ignoredFiles.libraryId, libraryId)
  const data = await db
    .select({
      id: ignoredFiles.id,
      path: ignoredFiles.relativePath,
      title: ignoredFiles.title,
      bookId: books.id,
      createdAt: ignoredFiles.createdAt,
    })
    .from(ignoredFiles)
    .leftJoin(books, isBookOfFile)
    .where(isInLibrary)
    .orderBy(desc(ignoredFiles.createdAt), asc(ignoredFiles.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(ignoredFiles, isInLibrary) }
}

/** Finds an ignored file and its book. */
export async function findIgnored(db: Db, libraryId: string, id: string) {
  const [row] = await db
    .select({ id: ignoredFiles.id, bookN: books.n, bookId: books.id, seriesId: books.seriesId })
    .from(ignoredFiles)
    .leftJoin(books, isBookOfFile)
    .where(and(eq(ignoredFiles.id, id), eq(ignoredFiles.libraryId, libraryId)))
  return row
}

export async function deleteIgnored(tx: Tx, id: string) {
  await tx.delete(ignoredFiles).where(eq(ignoredFiles.id, id))
}

/** Restoring a book from the trash also stops ignoring its file. */
export async function deleteIgnoredByBooks(tx: Tx, ns: readonly number[]) {
  const isFileOfBooks = sql`exists (select 1 from ${books} where ${books.rootId} = ${ignoredFiles.rootId}
    and ${books.relativePath} = ${ignoredFiles.relativePath} and ${inNumbers(books.n, ns)})`
  await tx.delete(ignoredFiles).where(isFileOfBooks)
}
