/** Series and books in runs, and their results. */
import { and, asc, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { books } from '../../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import type { Matched } from '../../../catalog/metadata/matching/match-decisions'
import { series } from '../../../catalog/series/schema'
import type { Db, Tx } from '../../../platform/db/store'
import type { Paging } from '../../../platform/http/pagination'
import { matchRunItems } from '../schema'
import type { ItemState } from './run-model'

export type ItemRow = typeof matchRunItems.$inferSelect

export const getMatched = ({ seriesId, bookId }: ItemRow): Matched =>
  seriesId === null ? { kind: 'book', id: bookId! } : { kind: 'series', id: seriesId }

const rowsPerInsert = 500

export async function insertItems(
  tx: Tx,
  runId: string,
  { kind, ids }: { kind: Matched['kind']; ids: readonly string[] },
) {
  for (let at = 0; at < ids.length; at += rowsPerInsert) {
    const slice = ids.slice(at, at + rowsPerInsert)
    const rows = slice.map((id) => ({
      runId,
      ...(kind === 'series' ? { seriesId: id } : { bookId: id }),
    }))
    await tx.insert(matchRunItems).values(rows).onConflictDoNothing()
  }
}

/** Counts items by run, state and type. */
export const countItems = (db: Db, runIds: readonly string[]) => {
  const isBook = sql<number>`case when ${matchRunItems.bookId} is null then 0 else 1 end`
  return db
    .select({
      runId: matchRunItems.runId,
      state: matchRunItems.state,
      isBook: isBook.mapWith(Number),
      count: count(),
    })
    .from(matchRunItems)
    .where(inArray(matchRunItems.runId, [...runIds]))
    .groupBy(matchRunItems.runId, matchRunItems.state, isBook)
}

export async function hasBooks(db: Db, runId: string): Promise<boolean> {
  const rows = await db
    .select({ id: matchRunItems.id })
    .from(matchRunItems)
    .where(and(eq(matchRunItems.runId, runId), isNotNull(matchRunItems.bookId)))
    .limit(1)
  return rows.length > 0
}

/** Finds the waiting item that was added first. */
export async function findWaitingItem(db: Db, runId: string): Promise<ItemRow | undefined> {
  const [row] = await db
    .select()
    .from(matchRunItems)
    .where(and(eq(matchRunItems.runId, runId), eq(matchRunItems.state, 'waiting')))
    .orderBy(asc(matchRunItems.id))
    .limit(1)
  return row
}

export async function updateItem(
  tx: Tx,
  id: string,
  changes: Partial<typeof matchRunItems.$inferInsert>,
) {
  await tx.update(matchRunItems).set(changes).where(eq(matchRunItems.id, id))
}

/** Requeues all failed items of the run, or only the given ones. */
export async function requeueItems(tx: Tx, runId: string, ids?: readonly string[]) {
  await tx
    .update(matchRunItems)
    .set({ state: 'waiting', reason: null })
    .where(
      and(
        eq(matchRunItems.runId, runId),
        eq(matchRunItems.state, 'failed'),
        ids && inArray(matchRunItems.id, [...ids]),
      ),
    )
}

export async function findItem(db: Db, id: string): Promise<ItemRow | undefined> {
  const [row] = await db.select().from(matchRunItems).where(eq(matchRunItems.id, id))
  return row
}

/** ID of the item's series, or of the series that contains the item's book. */
const ownerId = sql`coalesce(${matchRunItems.seriesId}, ${books.seriesId})`

const selectItems = (db: Db) =>
  db
    .select({
      item: matchRunItems,
      seriesId: series.id,
      seriesTitle: series.title,
      bookTitle: books.title,
    })
    .from(matchRunItems)
    .leftJoin(books, eq(books.id, matchRunItems.bookId))
    .innerJoin(series, eq(series.id, ownerId))

const isItemVisibleTo = (viewer: Viewer) =>
  and(
    isSeriesVisibleTo(viewer),
    sql`(${matchRunItems.bookId} is null or ${bookAndSeriesVisibleTo(viewer)})`,
  )

/** Finds an item by series ID or book ID. Returns undefined if the viewer cannot see it. */
export async function findVisibleItem(
  db: Db,
  viewer: Viewer,
  { runId, id }: { runId: string; id: string },
) {
  const [row] = await selectItems(db)
    .where(
      and(
        eq(matchRunItems.runId, runId),
        sql`(${eq(matchRunItems.seriesId, id)} or ${eq(matchRunItems.bookId, id)})`,
        isItemVisibleTo(viewer),
      ),
    )
    .limit(1)
  return row?.item
}

export async function listItemRows(
  db: Db,
  viewer: Viewer,
  { runId, state, paging }: { runId: string; state: ItemState | undefined; paging: Paging },
) {
  const wanted = and(
    eq(matchRunItems.runId, runId),
    isItemVisibleTo(viewer),
    state && eq(matchRunItems.state, state),
  )
  const rows = await selectItems(db)
    .where(wanted)
    .orderBy(
      asc(series.sortKey),
      asc(series.id),
      asc(sql`coalesce(${books.sortKey}, '')`),
      asc(matchRunItems.id),
    )
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [total] = await db
    .select({ count: count() })
    .from(matchRunItems)
    .leftJoin(books, eq(books.id, matchRunItems.bookId))
    .innerJoin(series, eq(series.id, ownerId))
    .where(wanted)
  return { rows, total: total?.count ?? 0 }
}
export type ListedItem = Awaited<ReturnType<typeof listItemRows>>['rows'][number]

/** Lists at most 100 applied items after `afterId`, ordered by ID. */
export const listAppliedItems = (db: Db, runId: string, afterId: string | undefined) =>
  db
    .select()
    .from(matchRunItems)
    .where(
      and(
        eq(matchRunItems.runId, runId),
        eq(matchRunItems.state, 'applied'),
        afterId === undefined ? undefined : gt(matchRunItems.id, afterId),
      ),
    )
    .orderBy(asc(matchRunItems.id))
    .limit(100)
