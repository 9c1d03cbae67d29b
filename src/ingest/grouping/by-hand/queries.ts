import { and, asc, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { users } from '../../../accounts/users/schema'
import { fewBooksVisibleAlone } from '../../../catalog/books/book-visibility'
import { scannedSeriesId } from '../../../catalog/books/scanned/assign-scanned-series'
import { books } from '../../../catalog/books/schema'
import { isLibraryVisibleTo } from '../../../catalog/libraries/library-visibility'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { splitIntoSlices } from '../../../platform/lib/slices'
import {
  groupingChangeBooks,
  groupingChangeCopies,
  groupingChanges,
  groupingChangeSeries,
} from './schema'

const rowsPerInsert = 500

const seriesColumns = {
  id: series.id,
  libraryId: series.libraryId,
  title: series.title,
  ageRating: series.ageRating,
  sharingSet: series.sharingSet,
}

export const findVisibleSeries = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  db
    .select(seriesColumns)
    .from(series)
    .where(and(inIds(series.id, ids), isSeriesVisibleTo(viewer)))
export type SeriesRow = Awaited<ReturnType<typeof findVisibleSeries>>[number]

const selectBooks = (db: Db) =>
  db
    .select({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
      scannedSeriesId,
      isChosen: books.isSeriesChosen,
      isPresent: sql`${books.trashedAt} is null`.mapWith(Boolean),
    })
    .from(books)

export const findVisibleBooks = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  selectBooks(db).where(and(inIds(books.id, ids), fewBooksVisibleAlone(viewer)))
export type BookRow = Awaited<ReturnType<typeof findVisibleBooks>>[number]

/** Lists all books of these series, including those in the trash. */
export const listBooksToGroup = (db: Db, seriesIds: readonly string[], limit: number) =>
  selectBooks(db).where(inIds(books.seriesId, seriesIds)).orderBy(asc(books.n)).limit(limit)

/** Lists books that scans assign to these merged series and that no user moved. */
export const listBooksThatJoined = (db: Db, scannedIds: readonly string[]) =>
  selectBooks(db).where(
    and(inIds(books.scannedSeriesId, scannedIds), eq(books.isSeriesChosen, false)),
  )

export const listSeriesMergedInto = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: series.id, title: series.title, mergedIntoId: series.mergedIntoId })
    .from(series)
    .where(inIds(series.mergedIntoId, ids))

/** Lists series that are merged into this one, ordered by their latest merge. */
export const listMergesInto = (db: Db, targetId: string) =>
  db
    .select({
      seriesId: series.id,
      changeId: sql<string>`max(cast(${groupingChanges.id} as text))`,
    })
    .from(series)
    .innerJoin(groupingChangeSeries, eq(groupingChangeSeries.seriesId, series.id))
    .innerJoin(groupingChanges, eq(groupingChanges.id, groupingChangeSeries.changeId))
    .where(
      and(
        eq(series.mergedIntoId, targetId),
        groupingChangeSeries.isPutAway,
        isNull(groupingChanges.undoneAt),
      ),
    )
    .groupBy(series.id)
    .orderBy(sql`max(cast(${groupingChanges.id} as text))`, series.id)

/** Returns those of the given series that exist, keyed by ID. */
export const findExistingSeries = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .select({
      id: series.id,
      libraryId: series.libraryId,
      sharingSet: series.sharingSet,
      isTrashed: sql`${series.trashedAt} is not null`.mapWith(Boolean),
    })
    .from(series)
    .where(inIds(series.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

interface ChangeRows {
  change: typeof groupingChanges.$inferInsert & { id: string }
  moved: readonly Omit<typeof groupingChangeBooks.$inferInsert, 'changeId'>[]
  sources: readonly Omit<typeof groupingChangeSeries.$inferInsert, 'changeId'>[]
  copies: readonly Omit<typeof groupingChangeCopies.$inferInsert, 'changeId'>[]
}

export async function insertChange(tx: Tx, { change, moved, sources, copies }: ChangeRows) {
  const changeId = change.id
  await tx.insert(groupingChanges).values(change)
  for (const slice of splitIntoSlices(moved, rowsPerInsert))
    await tx.insert(groupingChangeBooks).values(slice.map((row) => ({ ...row, changeId })))
  for (const slice of splitIntoSlices(sources, rowsPerInsert))
    await tx.insert(groupingChangeSeries).values(slice.map((row) => ({ ...row, changeId })))
  await insertCopies(tx, changeId, copies)
}

export async function insertCopies(tx: Tx, changeId: string, copies: ChangeRows['copies']) {
  for (const slice of splitIntoSlices(copies, rowsPerInsert))
    await tx.insert(groupingChangeCopies).values(slice.map((row) => ({ ...row, changeId })))
}

/**
 * Title of a later change that was not undone and that moved one of the books or merged one of the
 * series. Version 7 UUIDs sort in order of creation.
 */
const blockingTitle = sql<
  string | null
>`(select coalesce(later.title, '') from grouping_changes as later
  where later.undone_at is null and later.id > ${groupingChanges.id}
    and (later.id in (select other.change_id from grouping_change_books as own
        join grouping_change_books as other on other.book_id = own.book_id
        where own.change_id = ${groupingChanges.id} and other.change_id > own.change_id)
      or later.id in (select lost.change_id from grouping_change_series as lost
        where lost.is_put_away and (lost.series_id = ${groupingChanges.targetId}
          or lost.series_id in (select source.series_id from grouping_change_series as source
            where source.change_id = ${groupingChanges.id}))))
  order by later.id desc limit 1)`

const selectChanges = (db: Db) =>
  db
    .select({ change: groupingChanges, createdBy: users.username, blockingTitle })
    .from(groupingChanges)
    .leftJoin(users, eq(users.id, groupingChanges.createdBy))
export type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number]

export async function findGroupingChange(db: Db, viewer: Viewer, id: string) {
  const [row] = await selectChanges(db).where(
    and(eq(groupingChanges.id, id), isLibraryVisibleTo(viewer, groupingChanges.libraryId)),
  )
  return row
}

/** Lists changes, newest first. */
export async function listGroupingRows(
  db: Db,
  viewer: Viewer,
  { libraryId, seriesId }: { libraryId?: string | undefined; seriesId?: string | undefined },
  { pageSize, offset }: Paging,
): Promise<Found<ChangeRow>> {
  const condition = and(
    isLibraryVisibleTo(viewer, groupingChanges.libraryId),
    libraryId === undefined ? undefined : eq(groupingChanges.libraryId, libraryId),
    seriesId === undefined ? undefined : concernsSeries(db, seriesId),
  )
  const data = await selectChanges(db)
    .where(condition)
    .orderBy(desc(groupingChanges.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(groupingChanges, condition) }
}

const concernsSeries = (db: Db, seriesId: string): SQL | undefined =>
  or(
    eq(groupingChanges.targetId, seriesId),
    exists(
      db
        .select({ one: sql`1` })
        .from(groupingChangeSeries)
        .where(
          and(
            eq(groupingChangeSeries.changeId, groupingChanges.id),
            eq(groupingChangeSeries.seriesId, seriesId),
          ),
        ),
    ),
  )

export const listSourceSeries = (db: Db, changeIds: readonly string[]) =>
  db
    .select()
    .from(groupingChangeSeries)
    .where(inArray(groupingChangeSeries.changeId, [...changeIds]))
    .orderBy(asc(groupingChangeSeries.title), asc(groupingChangeSeries.seriesId))

/** Lists the moved books that still exist, in libraries that the viewer can see. */
export const listGroupedBooks = (db: Db, viewer: Viewer, changeId: string) =>
  db
    .select({
      n: books.n,
      id: books.id,
      libraryId: books.libraryId,
      seriesId: books.seriesId,
      fromId: groupingChangeBooks.fromId,
      toId: groupingChangeBooks.toId,
      wasChosen: groupingChangeBooks.wasChosen,
    })
    .from(groupingChangeBooks)
    .innerJoin(books, eq(books.id, groupingChangeBooks.bookId))
    .where(
      and(eq(groupingChangeBooks.changeId, changeId), isLibraryVisibleTo(viewer, books.libraryId)),
    )
    .orderBy(asc(books.n))

export const listCopiedState = (db: Db, changeId: string) =>
  db.select().from(groupingChangeCopies).where(eq(groupingChangeCopies.changeId, changeId))

/** Returns false if the change was already undone. */
export async function markGroupingUndone(
  tx: Tx,
  id: string,
  values: { undoneBy: string | null; undoneAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(groupingChanges)
    .set(values)
    .where(and(eq(groupingChanges.id, id), isNull(groupingChanges.undoneAt)))
    .returning({ id: groupingChanges.id })
  return rows.length > 0
}
