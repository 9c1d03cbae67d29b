/** Queries for purges and their remaining work. */
import { and, asc, desc, eq, inArray, isNotNull, lt, not, notInArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { books } from '../../catalog/books/schema'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { isOpenTo } from '../../catalog/libraries/library-visibility'
import { libraries } from '../../catalog/libraries/schema'
import { isKeptForUndo } from '../../catalog/series/series-kept-for-undo'
import { series } from '../../catalog/series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { purges } from './schema'

export type PurgeRow = typeof purges.$inferSelect

export async function insertPurge(tx: Tx, values: typeof purges.$inferInsert): Promise<PurgeRow> {
  const [row] = await tx.insert(purges).values(values).returning()
  return row!
}

export async function findPurge(db: Db, id: string) {
  const [row] = await db.select().from(purges).where(eq(purges.id, id))
  return row
}

/** Lists purges, newest first. */
export async function listPurgeRows(
  db: Db,
  viewer: Viewer,
  { offset, pageSize }: Paging,
): Promise<Found<PurgeRow>> {
  const isVisible = isOpenTo(viewer, purges.libraryId)
  const data = await db
    .select()
    .from(purges)
    .where(isVisible)
    .orderBy(desc(purges.createdAt), desc(purges.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(purges, isVisible) }
}

/** Returns false if the purge has already ended. */
export async function updateLivePurge(
  tx: Tx,
  id: string,
  changes: PgUpdateSetSource<typeof purges>,
): Promise<boolean> {
  const rows = await tx
    .update(purges)
    .set(changes)
    .where(and(eq(purges.id, id), inArray(purges.status, ['pending', 'running'])))
    .returning({ id: purges.id })
  return rows.length > 0
}

export async function deleteOldPurges(tx: Tx, trashedBefore: Date) {
  const hasEnded = notInArray(purges.status, ['pending', 'running'])
  await tx.delete(purges).where(and(lt(purges.createdAt, trashedBefore), hasEnded))
}

/** Lists the remaining books to purge, all of which were trashed before the purge was requested. */
export async function listBooksToPurge(tx: Db, purge: PurgeRow, limit: number) {
  const { kind, targetId, createdAt } = purge
  const column = { book: books.id, series: books.seriesId, library: books.libraryId }[kind]
  const trashedBefore = sql.param(createdAt, books.trashedAt)
  // Purging a trashed library includes all of its books.
  const isLibraryTrashed = sql`exists (select 1 from ${libraries} where ${libraries.id} = ${books.libraryId}
    and ${libraries.trashedAt} <= ${trashedBefore})`
  const isTrashed = sql`${books.trashedAt} <= ${trashedBefore}`
  return tx
    .select({ n: books.n, id: books.id, seriesId: books.seriesId })
    .from(books)
    .where(
      and(
        eq(column, targetId),
        kind === 'library' ? sql`(${isTrashed} or ${isLibraryTrashed})` : isTrashed,
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)
}

/**
 * Lists empty trashed series that were in the trash, alone or with their library, before the purge
 * was requested. Omits series that are kept for an undo, unless their library is trashed.
 */
export async function listSeriesToPurge(tx: Tx, purge: PurgeRow, limit: number) {
  const { kind, targetId, createdAt } = purge
  if (kind === 'book') return []
  const column = { series: series.id, library: series.libraryId }[kind]
  const trashedBefore = sql.param(createdAt, series.trashedAt)
  const isLibraryTrashed = sql`exists (select 1 from ${libraries} where ${libraries.id} = ${series.libraryId}
    and ${libraries.trashedAt} <= ${trashedBefore})`
  const isTrashed = sql`${series.trashedAt} <= ${trashedBefore}`
  const rows = await tx
    .select({ id: series.id })
    .from(series)
    .where(
      and(
        eq(column, targetId),
        isNotNull(series.trashedAt),
        // A trashed library is deleted with everything in it.
        kind === 'library'
          ? sql`(not ${isKeptForUndo} or ${isLibraryTrashed})`
          : not(isKeptForUndo),
        kind === 'library' ? sql`(${isTrashed} or ${isLibraryTrashed})` : isTrashed,
        sql`not exists (select 1 from ${books} where ${books.seriesId} = ${series.id})`,
      ),
    )
    .orderBy(asc(series.n))
    .limit(limit)
  return rows.map(({ id }) => id)
}
