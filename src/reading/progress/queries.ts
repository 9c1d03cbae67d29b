import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { bookVisibleTo } from '../../catalog/books/visibility'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { series } from '../../catalog/series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import type { Entry } from './fold'
import {
  bookCompletions,
  bookProgress,
  readingEvents,
  seriesCompletions,
  seriesProgress,
} from './schema'

/** Rows of one statement: large enough to be quick, small enough for every limit on parameters. */
const rowsAtOnce = 200
/** More than anyone reads a book; a bound all the same. */
const maxHistory = 1000

export type ProgressRow = typeof bookProgress.$inferSelect

/** Visible books with where the viewer stands in each; `progress` is null for one never opened. */
export function findVisibleBooks(db: Db, viewer: Viewer, which: SQL) {
  return db
    .select({
      id: books.id,
      seriesId: books.seriesId,
      pageCount: books.pageCount,
      progress: bookProgress,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(bookProgress, ofViewer(viewer))
    .where(and(which, bookVisibleTo(viewer)))
    .orderBy(books.sortKey, books.id)
}
export type VisibleBook = Awaited<ReturnType<typeof findVisibleBooks>>[number]

const ofViewer = (viewer: Viewer) =>
  and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, viewer.userId))

export async function findVisibleBook(db: Db, viewer: Viewer, id: string) {
  const [row] = await findVisibleBooks(db, viewer, eq(books.id, id))
  return row
}

/** The same message again: a client that had no answer sends it once more. */
export async function isLogged(tx: Tx, userId: string, bookId: string, entry: Entry) {
  const rows = await tx
    .select({ id: readingEvents.id })
    .from(readingEvents)
    .where(
      and(
        eq(readingEvents.userId, userId),
        eq(readingEvents.bookId, bookId),
        eq(readingEvents.happenedAt, entry.happenedAt),
        sql`${readingEvents.device} is not distinct from ${entry.device}`,
        sql`${readingEvents.page} is not distinct from ${entry.page}`,
        sql`${readingEvents.fraction} is not distinct from ${entry.fraction}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

export const insertEvents = (tx: Tx, rows: (typeof readingEvents.$inferInsert)[]) =>
  inSlices(rows, async (some) => tx.insert(readingEvents).values(some))

export const insertCompletions = (tx: Tx, rows: (typeof bookCompletions.$inferInsert)[]) =>
  inSlices(rows, async (some) => tx.insert(bookCompletions).values(some))

export const upsertProgress = (tx: Tx, rows: ProgressRow[]) =>
  inSlices(rows, async (some) =>
    tx
      .insert(bookProgress)
      .values(some)
      .onConflictDoUpdate({
        target: [bookProgress.userId, bookProgress.bookId],
        set: {
          seriesId: sql`excluded.series_id`,
          pass: sql`excluded.pass`,
          page: sql`excluded.page`,
          fraction: sql`excluded.fraction`,
          locator: sql`excluded.locator`,
          completed: sql`excluded.completed`,
          completions: sql`excluded.completions`,
          started: sql`excluded.started`,
          startedAt: sql`excluded.started_at`,
          lastCompletedAt: sql`excluded.last_completed_at`,
          positionAt: sql`excluded.position_at`,
          updatedAt: sql`excluded.updated_at`,
        },
      }),
  )

/** A page was turned: nothing that is counted changed, only when the series was read last. */
export async function touchSeriesProgress(tx: Tx, row: ProgressRow) {
  await tx
    .update(seriesProgress)
    .set({ lastReadAt: row.positionAt, updatedAt: row.updatedAt })
    .where(
      and(
        eq(seriesProgress.userId, row.userId),
        eq(seriesProgress.seriesId, row.seriesId),
        lt(seriesProgress.lastReadAt, row.positionAt),
      ),
    )
}

/** Which device set the position that stands. */
export async function findDevice(db: Db, { userId, bookId, pass, positionAt }: ProgressRow) {
  const [row] = await db
    .select({ device: readingEvents.device })
    .from(readingEvents)
    .where(
      and(
        eq(readingEvents.bookId, bookId),
        eq(readingEvents.userId, userId),
        eq(readingEvents.pass, pass),
        eq(readingEvents.happenedAt, positionAt),
      ),
    )
    .orderBy(desc(readingEvents.createdAt))
    .limit(1)
  return row?.device ?? null
}

export function findBookCompletions(db: Db, userId: string, bookId: string) {
  return db
    .select({
      id: bookCompletions.id,
      pass: bookCompletions.pass,
      startedAt: bookCompletions.startedAt,
      completedAt: bookCompletions.completedAt,
    })
    .from(bookCompletions)
    .where(and(eq(bookCompletions.userId, userId), eq(bookCompletions.bookId, bookId)))
    .orderBy(desc(bookCompletions.completedAt), desc(bookCompletions.pass))
    .limit(maxHistory)
}

export async function findSeriesStanding(db: Db, userId: string, seriesId: string) {
  const [row] = await db
    .select({
      readCount: seriesProgress.readCount,
      lastCompletedAt: seriesProgress.lastCompletedAt,
    })
    .from(seriesProgress)
    .where(and(eq(seriesProgress.userId, userId), eq(seriesProgress.seriesId, seriesId)))
  return row
}

export function findSeriesCompletions(db: Db, userId: string, seriesId: string) {
  return db
    .select({
      id: seriesCompletions.id,
      pass: seriesCompletions.pass,
      completedAt: seriesCompletions.completedAt,
    })
    .from(seriesCompletions)
    .where(and(eq(seriesCompletions.userId, userId), eq(seriesCompletions.seriesId, seriesId)))
    .orderBy(desc(seriesCompletions.completedAt), desc(seriesCompletions.pass))
    .limit(maxHistory)
}

/** When the viewer began and finished each reading of each book of a series, trash included. */
export function findReadingsOfSeries(db: Db, userId: string, seriesId: string) {
  return db
    .select({ startedAt: bookCompletions.startedAt, completedAt: bookCompletions.completedAt })
    .from(bookCompletions)
    .innerJoin(books, eq(books.id, bookCompletions.bookId))
    .where(and(eq(books.seriesId, seriesId), eq(bookCompletions.userId, userId)))
    .orderBy(bookCompletions.completedAt)
}

/** What the viewer has begun, the latest first. */
export async function findProgress(db: Db, viewer: Viewer, { pageSize, offset }: Paging) {
  const begun = and(
    eq(bookProgress.userId, viewer.userId),
    eq(bookProgress.started, true),
    bookVisibleTo(viewer),
  )
  const rows = await db
    .select({ progress: bookProgress })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(begun)
    .orderBy(sql`${bookProgress.updatedAt} desc nulls last`, bookProgress.bookId)
    .limit(pageSize)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(begun)
  return { data: rows.map(({ progress }) => progress), total: counted?.total ?? 0 }
}

/** Over SQLite a statement blocks: between two of them whoever else is there gets a turn. */
async function inSlices<Row>(rows: Row[], store: (some: Row[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await setImmediate()
    await store(rows.slice(from, from + rowsAtOnce))
  }
}
