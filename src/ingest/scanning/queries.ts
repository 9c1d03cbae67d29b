import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { books } from '../../catalog/books/schema'
import { inIds, inNumbers } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { jobs } from '../../platform/jobs/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { isLibraryVisibleTo } from '../../catalog/libraries/library-visibility'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { scans } from './schema'
import { scanResultMessages } from './messages'

export type ScanRow = typeof scans.$inferSelect

const isLive = inArray(scans.status, ['pending', 'running'])

const hasActiveJob = sql`exists (select 1 from ${jobs}
  where ${jobs.id} = ${scans.id} and ${jobs.state} in ('ready', 'running'))`

export async function findLibraryToScan(db: Db, libraryId: string) {
  const [library] = await db
    .select()
    .from(libraries)
    .where(and(eq(libraries.id, libraryId), isNull(libraries.trashedAt)))
  return library
}

export const listRootsToScan = (db: Db, libraryId: string) =>
  db
    .select({
      id: libraryRoots.id,
      path: libraryRoots.path,
      device: libraryRoots.device,
      mounts: libraryRoots.mounts,
    })
    .from(libraryRoots)
    .where(eq(libraryRoots.libraryId, libraryId))
    .orderBy(asc(libraryRoots.position), asc(libraryRoots.id))

/** Lists the folders of all libraries outside the trash. */
export async function listLibraryFolders(db: Db): Promise<string[]> {
  const rows = await db
    .select({ path: libraryRoots.path })
    .from(libraryRoots)
    .innerJoin(libraries, eq(libraries.id, libraryRoots.libraryId))
    .where(isNull(libraries.trashedAt))
  return rows.map(({ path }) => path)
}

export type RootWithRules = Awaited<ReturnType<typeof findRootsWithRules>>[number]

/** Finds roots by ID in any library. */
export const findRootsWithRules = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: libraryRoots.id,
      path: libraryRoots.path,
      device: libraryRoots.device,
      mounts: libraryRoots.mounts,
      allowedFormats: libraries.allowedFormats,
      excludedPatterns: libraries.excludedPatterns,
      followLinks: libraries.followLinks,
      trashedAt: libraries.trashedAt,
    })
    .from(libraryRoots)
    .innerJoin(libraries, eq(libraries.id, libraryRoots.libraryId))
    .where(inArray(libraryRoots.id, [...ids]))

export async function findRootPath(db: Db, rootId: string): Promise<string | undefined> {
  const root = eq(libraryRoots.id, rootId)
  return (await db.select({ path: libraryRoots.path }).from(libraryRoots).where(root))[0]?.path
}

/**
 * Lists active libraries with scanning enabled to scan when the server starts: all of them, or only
 * those that are set to be scanned then.
 */
export const listLibrariesToScanOnStart = (db: Db, all: boolean) =>
  db
    .select({ id: libraries.id, mode: libraries.scanMode })
    .from(libraries)
    .where(
      and(
        isNull(libraries.trashedAt),
        eq(libraries.isActive, true),
        eq(libraries.scanningEnabled, true),
        all ? undefined : eq(libraries.scanOnStart, true),
      ),
    )

export async function findScan(db: Db, libraryId: string, id: string) {
  const [scan] = await db
    .select()
    .from(scans)
    .where(and(eq(scans.id, id), eq(scans.libraryId, libraryId)))
  return scan
}

/** Finds the waiting or running scan of the library. Ignores scans that no longer have a job. */
export async function findLiveScan(db: Db, libraryId: string) {
  const [scan] = await db
    .select()
    .from(scans)
    .where(and(eq(scans.libraryId, libraryId), isLive, hasActiveJob))
  return scan
}

/**
 * Lists the scans that are waiting or running, oldest first. At most one per library. With
 * `wanted`, also lists scans that ended after `since`, and scans with the given IDs.
 */
export const listLiveScans = (
  db: Db,
  viewer: Viewer,
  wanted?: { since: Date; ids: readonly string[] },
) =>
  db
    .select()
    .from(scans)
    .where(
      and(
        isLibraryVisibleTo(viewer, scans.libraryId),
        or(
          and(isLive, hasActiveJob),
          wanted && gt(scans.completedAt, wanted.since),
          wanted && inIds(scans.id, wanted.ids),
        ),
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id))

export async function listScanRows(
  db: Db,
  libraryId: string,
  { offset, pageSize }: Paging,
): Promise<Found<ScanRow>> {
  const data = await db
    .select()
    .from(scans)
    .where(eq(scans.libraryId, libraryId))
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(scans, eq(scans.libraryId, libraryId)) }
}

export async function insertScan(tx: Tx, values: typeof scans.$inferInsert): Promise<ScanRow> {
  const [scan] = await tx.insert(scans).values(values).returning()
  return scan!
}

/** Inserts the record of a scan whose job was enqueued by a different module. */
export async function insertScanIfMissing(tx: Tx, values: typeof scans.$inferInsert) {
  await tx.insert(scans).values(values).onConflictDoNothing()
}

/**
 * Returns false if the scan has ended, for example because it was canceled. Its runner must then
 * stop.
 */
export async function updateLiveScan(tx: Tx, id: string, changes: PgUpdateSetSource<typeof scans>) {
  const live = and(eq(scans.id, id), isLive)
  const updated = await tx.update(scans).set(changes).where(live).returning({ id: scans.id })
  return updated.length > 0
}

export const isScanLive = async (tx: Tx, id: string) =>
  (await tx.$count(scans, and(eq(scans.id, id), isLive))) > 0

/** Marks all other live scans of the library as failed, because their jobs no longer exist. */
export async function failOtherScans(tx: Tx, libraryId: string, id: string, completedAt: Date) {
  await tx
    .update(scans)
    .set({ status: 'failed', completedAt, messages: [scanResultMessages.interrupted()] })
    .where(and(eq(scans.libraryId, libraryId), ne(scans.id, id), isLive))
}

/** Ends scans that no longer have a job. Returns false if there are none. */
export async function endScansWithoutJob(
  tx: Tx,
  changes: PgUpdateSetSource<typeof scans>,
  id?: string,
) {
  const which = id === undefined ? undefined : eq(scans.id, id)
  const ended = await tx
    .update(scans)
    .set({ phase: null, ...changes })
    .where(and(isLive, sql`not ${hasActiveJob}`, which))
    .returning({ id: scans.id })
  return ended.length > 0
}

export async function deleteOldScans(tx: Tx, before: Date) {
  await tx.delete(scans).where(lt(scans.createdAt, before))
}

/**
 * Deletes scans from before the given time that were started by watched files, changed nothing and
 * have no messages.
 */
export async function deleteEmptyScans(tx: Tx, before: Date) {
  const { added, changed, moved, missing, findings } = scans
  const isZero = [added, changed, moved, missing, findings].map((column) => eq(column, 0))
  const isEmpty = and(eq(scans.trigger, 'watch'), eq(scans.status, 'completed'), ...isZero)
  await tx.delete(scans).where(and(isEmpty, isNull(scans.messages), lt(scans.createdAt, before)))
}

export async function findSeriesIdsByBooks(tx: Tx, ns: readonly number[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ seriesId: books.seriesId })
    .from(books)
    .where(inNumbers(books.n, ns))
  return rows.map(({ seriesId }) => seriesId)
}

export async function findBooksByNumbers(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return []
  const { id, seriesId } = books
  return tx.select({ id, seriesId }).from(books).where(inNumbers(books.n, ns))
}

export const findBookPaths = (tx: Tx, ns: readonly number[]) =>
  tx
    .select({
      n: books.n,
      rootId: books.rootId,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
    })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(inNumbers(books.n, ns))
