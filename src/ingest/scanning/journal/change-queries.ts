import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  like,
  lt,
  ne,
  not,
  or,
  sql,
} from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { prepareInsert } from '../../../platform/db/upsert'
import type { Found, Paging } from '../../../platform/http/pagination'
import { scanChanges, scans, scanUndos } from '../schema'

export type ChangeRow = typeof scanChanges.$inferSelect
export type ChangeKind = ChangeRow['kind']

export const insertChanges = prepareInsert(scanChanges, (tx, rows) =>
  tx.insert(scanChanges).values(rows),
)

/**
 * Changes the target of the move that this scan recorded for the book. Returns false if this scan
 * has not moved the book yet.
 */
export async function redirectMove(
  tx: Tx,
  { scanId, bookId }: { scanId: string; bookId: string },
  to: Pick<ChangeRow, 'seriesId' | 'path'>,
): Promise<boolean> {
  const isMoveOfBook = and(eq(scanChanges.bookId, bookId), isMove(scanId))
  const rows = await tx
    .update(scanChanges)
    .set(to)
    .where(isMoveOfBook)
    .returning({ id: scanChanges.id })
  return rows.length > 0
}

/** Lists a page of changes of one type, or of all types sorted by type. Oldest first. */
export async function listChangeRows(
  db: Db,
  scanId: string,
  kind: ChangeKind | undefined,
  { offset, pageSize }: Paging,
): Promise<Found<ChangeRow>> {
  const which = and(
    eq(scanChanges.scanId, scanId),
    kind === undefined ? undefined : eq(scanChanges.kind, kind),
    // A displaced book without a new location is reported as missing, not as moved.
    not(and(eq(scanChanges.kind, 'moved'), like(scanChanges.path, '%//%'))!),
  )
  const data = await db
    .select()
    .from(scanChanges)
    .where(which)
    .orderBy(asc(scanChanges.kind), asc(scanChanges.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(scanChanges, which) }
}

interface NextChanges {
  kind: ChangeKind
  undo: 'aside' | null
  limit: number
  newestFirst?: boolean
}

/** Lists the next changes of a type that have this undo state. */
export const listNextChanges = (
  db: Db,
  scanId: string,
  { kind, undo, limit, newestFirst = false }: NextChanges,
): Promise<ChangeRow[]> =>
  db
    .select()
    .from(scanChanges)
    .where(
      and(
        eq(scanChanges.scanId, scanId),
        eq(scanChanges.kind, kind),
        undo === null ? isNull(scanChanges.undo) : eq(scanChanges.undo, undo),
      ),
    )
    .orderBy((newestFirst ? desc : asc)(scanChanges.id))
    .limit(limit)

const isMove = (scanId: string) =>
  and(eq(scanChanges.scanId, scanId), eq(scanChanges.kind, 'moved'))

/** Lists moves that no undo has started to reverse. */
export const listPendingBookMoves = (
  db: Db,
  scanId: string,
  { after, limit }: { after: string; limit: number },
): Promise<ChangeRow[]> =>
  db
    .select()
    .from(scanChanges)
    .where(
      and(
        isMove(scanId),
        isNull(scanChanges.undo),
        after === '' ? undefined : gt(scanChanges.id, after),
      ),
    )
    .orderBy(asc(scanChanges.id))
    .limit(limit)

/** Lists moves of these series that no undo has started to reverse. */
export const listPendingSeriesMoves = (db: Db, scanId: string, seriesIds: readonly string[]) =>
  db
    .select({ seriesId: scanChanges.seriesId, libraryBefore: scanChanges.libraryBefore })
    .from(scanChanges)
    .where(
      and(
        eq(scanChanges.scanId, scanId),
        eq(scanChanges.kind, 'series_moved'),
        isNull(scanChanges.undo),
        inIds(scanChanges.seriesId, seriesIds),
      ),
    )

/** Returns true once an undo has moved books away from their locations. */
export const hasStartedUndo = async (db: Db, scanId: string) =>
  (await db.$count(
    scanChanges,
    and(isMove(scanId), inArray(scanChanges.undo, ['aside', 'done'])),
  )) > 0

/** Returns whether the undo will also move this book. */
export const isPendingMove = async (db: Db, scanId: string, bookId: string) =>
  (await db.$count(
    scanChanges,
    and(isMove(scanId), isNull(scanChanges.undo), eq(scanChanges.bookId, bookId)),
  )) > 0

/**
 * Lists the other libraries from which the scan moved books or series. Some may no longer exist.
 */
export async function findSourceLibraries(
  db: Db,
  { id, libraryId }: { id: string; libraryId: string },
) {
  const rows = await db
    .selectDistinct({ libraryId: scanChanges.libraryBefore })
    .from(scanChanges)
    .where(and(eq(scanChanges.scanId, id), ne(scanChanges.libraryBefore, libraryId)))
  return rows.flatMap((row) => row.libraryId ?? [])
}

export async function markChanges(tx: Tx, ids: readonly string[], undo: ChangeRow['undo']) {
  await tx.update(scanChanges).set({ undo }).where(inIds(scanChanges.id, ids))
}

const undoable = ['added', 'moved', 'missing', 'series_moved'] as const

export async function countUndoable(db: Db, scanId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(scanChanges)
    .where(and(eq(scanChanges.scanId, scanId), inArray(scanChanges.kind, [...undoable])))
  return row!.total
}

/**
 * Returns whether a later scan changed something. Ignores changes of naming settings that were
 * undone.
 */
export async function hasLaterScan(
  db: Db,
  libraryId: string,
  scan: { id: string; createdAt: Date },
) {
  const isLater = or(
    sql`${scans.createdAt} > ${sql.param(scan.createdAt, scans.createdAt)}`,
    and(eq(scans.createdAt, scan.createdAt), sql`${scans.id} > ${scan.id}`),
  )
  // Changed titles alone do not block an undo.
  const hasChanges = sql`exists (select 1 from ${scanChanges} where ${scanChanges.scanId} = ${scans.id}
    and not (${scans.trigger} = 'names' and ${scanChanges.kind} = 'changed'))`
  const isUndone = sql`(${scans.trigger} = 'names' and exists (select 1 from ${scanUndos} where ${scanUndos.scanId} = ${scans.id}
    and ${scanUndos.status} = 'completed'))`
  const found = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.libraryId, libraryId), isLater, hasChanges, not(isUndone)))
    .limit(1)
  return found.length > 0
}

/**
 * Deletes at most `limit` changes of scans from before the given time, because a scan may have
 * thousands of changes. Returns the number of deleted rows.
 */
export async function deleteOldChanges(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx
    .select({ id: scanChanges.id })
    .from(scanChanges)
    .innerJoin(scans, eq(scans.id, scanChanges.scanId))
    .where(lt(scans.createdAt, before))
    .limit(limit)
  const deleted = await tx
    .delete(scanChanges)
    .where(sql`${scanChanges.id} in ${old}`)
    .returning({ id: scanChanges.id })
  return deleted.length
}
