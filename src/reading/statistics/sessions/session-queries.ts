import { and, asc, desc, eq, gte, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { readingEvents } from '../../progress/schema'
import type { SessionEvent } from './derive-sessions'
import { readingSessions } from '../schema'

export interface BookOfUser {
  userId: string
  bookId: string
}

export type SessionRow = typeof readingSessions.$inferSelect

const rowsAtOnce = 200

const isOf = ({ userId, bookId }: BookOfUser) =>
  and(eq(readingSessions.userId, userId), eq(readingSessions.bookId, bookId))

const isDerived = eq(readingSessions.origin, 'events')

/**
 * Finds the earliest start of the derived sessions that end at or after this time, or undefined if
 * there are none.
 */
export async function findRestart(tx: Tx, book: BookOfUser, endMs: number) {
  const [row] = await tx
    .select({ ms: sql<string | number | null>`min(${readingSessions.startedMs})` })
    .from(readingSessions)
    .where(and(isOf(book), isDerived, gte(readingSessions.endedMs, endMs)))
  return row?.ms == null ? undefined : Number(row.ms)
}

export const deleteDerivedSince = (tx: Tx, book: BookOfUser, startMs: number) =>
  tx
    .delete(readingSessions)
    .where(and(isOf(book), isDerived, gte(readingSessions.startedMs, startMs)))

export async function insertSessions(tx: Tx, rows: SessionRow[]) {
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    await tx.insert(readingSessions).values(slice)
  }
}

/** Lists sessions from clients and imports that overlap a span. */
export const listOverlapping = (db: Db, book: BookOfUser, span: Span) =>
  db
    .select()
    .from(readingSessions)
    .where(and(isOf(book), ne(readingSessions.origin, 'events'), overlaps(span)))
    .orderBy(asc(readingSessions.startedMs))

/**
 * Lists the measured sessions of a user in these books that overlap the time from the start of the
 * first span to the end of the last one.
 */
export async function listMeasuredOfBooks(
  db: Db,
  userId: string,
  spans: readonly (Span & { bookId: string })[],
): Promise<SessionRow[]> {
  if (spans.length === 0) return []
  const span = {
    startedMs: Math.min(...spans.map(({ startedMs }) => startedMs)),
    endedMs: Math.max(...spans.map(({ endedMs }) => endedMs)),
  }
  const bookIds = [...new Set(spans.map(({ bookId }) => bookId))]
  const isOfBooks = and(eq(readingSessions.userId, userId), inIds(readingSessions.bookId, bookIds))
  return db
    .select()
    .from(readingSessions)
    .where(and(isOfBooks, ne(readingSessions.origin, 'events'), overlaps(span)))
}

const isImported = (userId: string, ids: readonly string[]) =>
  and(
    eq(readingSessions.userId, userId),
    inIds(readingSessions.id, ids),
    eq(readingSessions.origin, 'import'),
  )

export const listImported = (
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<SessionRow[]> => db.select().from(readingSessions).where(isImported(userId, ids))

export async function removeSessions(tx: Tx, userId: string, ids: readonly string[]) {
  await tx.delete(readingSessions).where(isImported(userId, ids))
}

/** Matches measured sessions of all users in a book. */
const isMeasuredIn = (bookId: string) =>
  and(eq(readingSessions.bookId, bookId), ne(readingSessions.origin, 'events'))

export const listMeasured = (db: Db, bookId: string): Promise<SessionRow[]> =>
  db
    .select()
    .from(readingSessions)
    .where(isMeasuredIn(bookId))
    .orderBy(asc(readingSessions.startedMs))

export async function removeMeasured(tx: Tx, bookId: string) {
  await tx.delete(readingSessions).where(isMeasuredIn(bookId))
}

interface Span {
  startedMs: number
  endedMs: number
}

const overlaps = ({ startedMs, endedMs }: Span) =>
  and(lte(readingSessions.startedMs, endedMs), gte(readingSessions.endedMs, startedMs))

export const excludeDerived = (tx: Tx, book: BookOfUser, span: Span) =>
  tx
    .update(readingSessions)
    .set({ counted: false })
    .where(and(isOf(book), isDerived, overlaps(span)))

export async function setCounted(tx: Tx, { userId, id }: SessionRow, counted: boolean) {
  const isSame = and(eq(readingSessions.userId, userId), eq(readingSessions.id, id))
  await tx.update(readingSessions).set({ counted }).where(isSame)
}

export async function hasSession(db: Db, userId: string, id: string) {
  const rows = await db
    .select({ id: readingSessions.id })
    .from(readingSessions)
    .where(and(eq(readingSessions.userId, userId), eq(readingSessions.id, id)))
  return rows.length > 0
}

/** Deletes a slice of the user's sessions. Returns true if there may be more. */
export async function deleteSomeSessions(tx: Tx, userId: string, limit: number) {
  const rows = await tx
    .select({ id: readingSessions.id })
    .from(readingSessions)
    .where(eq(readingSessions.userId, userId))
    .limit(limit)
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    const ids = sql.join(
      slice.map(({ id }) => sql`${id}`),
      sql`, `,
    )
    await tx
      .delete(readingSessions)
      .where(and(eq(readingSessions.userId, userId), sql`${readingSessions.id} in (${ids})`))
  }
  return rows.length === limit
}

const ofEvents = ({ userId, bookId }: BookOfUser) =>
  and(eq(readingEvents.userId, userId), eq(readingEvents.bookId, bookId))

/** Lists events from a given time on, in order. */
export async function listSessionEvents(tx: Tx, book: BookOfUser, startMs: number, limit: number) {
  return selectEvents(tx, and(ofEvents(book), gte(readingEvents.happenedAt, new Date(startMs))))
    .orderBy(asc(readingEvents.happenedAt), asc(readingEvents.id))
    .limit(limit)
    .then((rows) => rows.map(toSessionEvent))
}

export async function findEventBefore(tx: Tx, book: BookOfUser, startMs: number) {
  const isBefore = lt(readingEvents.happenedAt, new Date(startMs))
  const [row] = await selectEvents(tx, and(ofEvents(book), isBefore))
    .orderBy(desc(readingEvents.happenedAt), desc(readingEvents.id))
    .limit(1)
  return row && toSessionEvent(row)
}

const selectEvents = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      kind: readingEvents.kind,
      origin: readingEvents.origin,
      pass: readingEvents.pass,
      page: readingEvents.page,
      fraction: readingEvents.fraction,
      hasLocator: sql<boolean>`${readingEvents.locator} is not null`.mapWith(Boolean),
      device: readingEvents.device,
      happenedAt: readingEvents.happenedAt,
    })
    .from(readingEvents)
    .where(condition)
    .$dynamic()

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

const toSessionEvent = ({ happenedAt, ...event }: EventRow): SessionEvent => ({
  ...event,
  happenedMs: happenedAt.getTime(),
})

export async function findPageCount(tx: Tx, bookId: string) {
  const [row] = await tx
    .select({ pageCount: books.pageCount })
    .from(books)
    .where(eq(books.id, bookId))
  return row?.pageCount ?? 0
}
