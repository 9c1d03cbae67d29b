import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { bookVisibleTo } from '../../catalog/books/book-visibility'
import type { Db, Tx } from '../../platform/db/store'
import { prepareStatement } from '../../platform/db/prepared'
import type { Paging } from '../../platform/http/pagination'
import { series } from '../../catalog/series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { markChanged } from './changed-events'
import type { LogEntry } from './apply-reading-events'
import {
  bookCompletions,
  bookProgress,
  readingDevices,
  readingEvents,
  seriesCompletions,
  seriesProgress,
} from './schema'

/**
 * Number of rows per statement, which keeps the number of parameters below the database's limit.
 */
const rowsAtOnce = 200
/** Maximum number of completions in a response. */
const maxHistory = 1000

export type ProgressRow = typeof bookProgress.$inferSelect

/** `progress` is null for books that the viewer has never opened. */
export function findBooksWithProgress(db: Db, viewer: Viewer, which: SQL) {
  return db
    .select({
      id: books.id,
      seriesId: books.seriesId,
      pageCount: books.pageCount,
      progress: bookProgress,
      highestPass: sql<number>`coalesce((select max(${bookCompletions.pass}) from ${bookCompletions}
        where ${bookCompletions.userId} = ${bookProgress.userId}
          and ${bookCompletions.bookId} = ${bookProgress.bookId}), 0)`.mapWith(Number),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(bookProgress, isProgressOf(viewer))
    .where(and(which, bookVisibleTo(viewer)))
    .orderBy(books.sortKey, books.id)
}
export type BookWithProgress = Awaited<ReturnType<typeof findBooksWithProgress>>[number]

const isProgressOf = (viewer: Viewer) =>
  and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, viewer.userId))

export async function findBookWithProgress(db: Db, viewer: Viewer, id: string) {
  const [row] = await findBooksWithProgress(db, viewer, eq(books.id, id))
  return row
}

const selectPosition = prepareStatement('reading_position', (db) =>
  db
    .select({ pageCount: books.pageCount, progress: bookProgress })
    .from(books)
    .leftJoin(
      bookProgress,
      and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, sql.placeholder('userId'))),
    )
    .where(eq(books.id, sql.placeholder('bookId'))),
)

/** Called for each streamed page. The caller must check that the user can see the book. */
export async function findReadingPosition(
  db: Db,
  { userId, bookId }: { userId: string; bookId: string },
) {
  const [row] = await selectPosition(db, { userId, bookId })
  return row
}

/**
 * Returns whether the event is already in the log. Clients repeat a request if the response was
 * lost.
 */
export async function isLogged(tx: Tx, userId: string, bookId: string, entry: LogEntry) {
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

export async function insertEvents(tx: Tx, rows: (typeof readingEvents.$inferInsert)[]) {
  await Promise.all([
    writeInSlices(rows, async (some) => tx.insert(readingEvents).values(some)),
    markChanged(tx, rows),
  ])
}

export const insertCompletions = (tx: Tx, rows: (typeof bookCompletions.$inferInsert)[]) =>
  writeInSlices(rows, async (some) => tx.insert(bookCompletions).values(some))

export const upsertProgress = (tx: Tx, rows: ProgressRow[]) =>
  writeInSlices(rows, async (some) =>
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
          hidden: sql`excluded.hidden`,
          startedAt: sql`excluded.started_at`,
          lastCompletedAt: sql`excluded.last_completed_at`,
          positionAt: sql`excluded.position_at`,
          movedFrom: sql`excluded.moved_from`,
          updatedAt: sql`excluded.updated_at`,
        },
      }),
  )

/** Hides a book from "In progress" or shows it again. Does nothing for a book without progress. */
export const updateHidden = (
  tx: Tx,
  { userId, bookId }: { userId: string; bookId: string },
  hidden: boolean,
) =>
  tx
    .update(bookProgress)
    .set({ hidden })
    .where(and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, bookId)))

/** Used for page turns, which do not change the counters of series. */
export async function updateSeriesLastReadAt(tx: Tx, row: ProgressRow) {
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

/** Returns the device that set the current position, with its most recent name. */
export async function findDevice(db: Db, { userId, bookId, pass, positionAt }: ProgressRow) {
  const [row] = await db
    .select({ id: readingEvents.device, name: readingDevices.name })
    .from(readingEvents)
    .leftJoin(
      readingDevices,
      and(
        eq(readingDevices.userId, readingEvents.userId),
        eq(readingDevices.deviceId, readingEvents.device),
      ),
    )
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
  if (!row || row.id === null) return null
  return { id: row.id, name: row.name ?? row.id }
}

export async function saveDeviceName(tx: Tx, device: typeof readingDevices.$inferInsert) {
  await tx
    .insert(readingDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [readingDevices.userId, readingDevices.deviceId],
      set: { name: device.name },
    })
}

export async function hasDeviceName(
  db: Db,
  { userId, deviceId, name }: typeof readingDevices.$inferInsert,
) {
  const [row] = await db
    .select({ name: readingDevices.name })
    .from(readingDevices)
    .where(and(eq(readingDevices.userId, userId), eq(readingDevices.deviceId, deviceId)))
  return row?.name === name
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

export async function findSeriesProgress(db: Db, userId: string, seriesId: string) {
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

/** Finds the completions of all books of a series, including trashed books. */
export function findBookCompletionsInSeries(db: Db, userId: string, seriesId: string) {
  return db
    .select({ startedAt: bookCompletions.startedAt, completedAt: bookCompletions.completedAt })
    .from(bookCompletions)
    .innerJoin(books, eq(books.id, bookCompletions.bookId))
    .where(and(eq(books.seriesId, seriesId), eq(bookCompletions.userId, userId)))
    .orderBy(bookCompletions.completedAt)
}

/** Lists started books, most recent first. */
export async function findProgressPage(db: Db, viewer: Viewer, { pageSize, offset }: Paging) {
  const isStarted = and(
    eq(bookProgress.userId, viewer.userId),
    eq(bookProgress.started, true),
    bookVisibleTo(viewer),
  )
  const rows = await db
    .select({ progress: bookProgress })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(isStarted)
    .orderBy(sql`${bookProgress.updatedAt} desc nulls last`, bookProgress.bookId)
    .limit(pageSize)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(isStarted)
  return { data: rows.map(({ progress }) => progress), total: counted?.total ?? 0 }
}

/** Yields to the event loop between slices, because SQLite statements block it. */
async function writeInSlices<Row>(rows: Row[], store: (some: Row[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await setImmediate()
    await store(rows.slice(from, from + rowsAtOnce))
  }
}
