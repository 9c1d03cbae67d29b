/**
 * Changes to progress that can be undone exactly, as long as the progress has not changed since.
 * The caller stores the previous progress as JSON.
 */
import { and, count, desc, eq, gte } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { ReadingEvent } from '../apply-reading-events'
import { markChanged } from '../changed-events'
import { readProgressUpdated } from '../model'
import { type BookWithProgress, type ProgressRow, upsertProgress } from '../queries'
import { recordForBooks } from '../service'
import { bookCompletions, bookProgress, readingEvents } from '../schema'
import { refreshSeriesProgress } from '../series/series-progress'
import { removeUnsupportedBySome } from '../series/unsupported-completions'

type Stored = Omit<ProgressRow, 'userId' | 'bookId' | 'seriesId'>
export type Marking = Exclude<ReadingEvent, { kind: 'position' }>

/** A changed book, and the progress before the change. In JSON, the times in `before` are text. */
export interface UndoableReading {
  bookId: string
  pass: number
  kind: 'completed' | 'unread'
  /** Time at which the change was stored, in ISO 8601 format. */
  storedAt: string
  before: Stored | null
}

const booksAtOnce = 200
const timeNames = ['startedAt', 'lastCompletedAt', 'positionAt', 'updatedAt'] as const

/** Applies one event to many books. Returns the changed books, with their previous progress. */
export async function recordUndoable(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { books, event }: { books: BookWithProgress[]; event: Marking },
): Promise<UndoableReading[]> {
  const before = new Map(books.map(({ id, progress }) => [id, progress]))
  const rows = await recordForBooks(ctx, tx, viewer, { books, event })
  return rows.map(({ bookId, pass, updatedAt }) => ({
    bookId,
    pass,
    kind: event.kind,
    storedAt: updatedAt.toISOString(),
    before: pickStored(before.get(bookId) ?? null),
  }))
}

function pickStored(progress: ProgressRow | null): Stored | null {
  if (!progress) return null
  const { userId: _, bookId: __, seriesId: ___, ...stored } = progress
  return stored
}

/**
 * Undoes the changes. Skips books whose progress has changed since. Returns the number of books
 * that were restored.
 */
export async function undoReadings(
  ctx: Pick<Context, 'bus'>,
  tx: Tx,
  { userId, changes }: { userId: string; changes: readonly UndoableReading[] },
): Promise<number> {
  const undone: UndoneBook[] = []
  for (const slice of splitIntoSlices(changes, booksAtOnce)) {
    undone.push(...(await undoSlice(tx, userId, slice)))
  }
  const bySeries = Map.groupBy(undone, ({ seriesId }) => seriesId)
  for (const [seriesId, reduced] of bySeries) {
    await removeUnsupportedBySome(tx, { userId, seriesId }, reduced)
  }
  await refreshSeriesProgress(tx, [...bySeries.keys()], userId)
  tx.afterCommit(() => {
    for (const [seriesId, [first]] of bySeries) {
      ctx.bus.publish(readProgressUpdated, { userId, bookId: first!.bookId, seriesId })
    }
  })
  return undone.length
}

interface UndoneBook {
  bookId: string
  seriesId: string
  /**
   * Times of all completions of the book before and after undoing the change. Both are empty if the
   * change added no completion.
   */
  before: number[]
  after: number[]
}

interface Change {
  change: UndoableReading
  progress: ProgressRow
}

async function undoSlice(
  tx: Tx,
  userId: string,
  changes: readonly UndoableReading[],
): Promise<UndoneBook[]> {
  const latest = await findLatest(tx, userId, changes)
  const events = await findLastEvents(tx, userId, latest)
  const undone = latest.filter(({ change }) => events.has(change.bookId))
  const removed = undone.map(({ change }) => events.get(change.bookId)!)
  await tx
    .delete(readingEvents)
    .where(and(eq(readingEvents.userId, userId), inIds(readingEvents.id, getIds(removed))))
  await markChanged(tx, removed)
  const times = await removeCompletionsOf(tx, userId, undone)
  await restoreProgress(tx, userId, undone)
  return undone.map(({ change: { bookId }, progress: { seriesId } }) => ({
    bookId,
    seriesId,
    ...(times.get(bookId) ?? { before: [], after: [] }),
  }))
}

const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Selects the changes after which the progress of the book was not changed again. */
async function findLatest(
  tx: Tx,
  userId: string,
  changes: readonly UndoableReading[],
): Promise<Change[]> {
  const bookIds = changes.map(({ bookId }) => bookId)
  const rows = await tx
    .select()
    .from(bookProgress)
    .where(and(eq(bookProgress.userId, userId), inIds(bookProgress.bookId, bookIds)))
  const current = new Map(rows.map((row) => [row.bookId, row]))
  return changes.flatMap((change) => {
    const progress = current.get(change.bookId)
    return progress && isLatest(change, progress) ? [{ change, progress }] : []
  })
}

/**
 * Also compares the number of completions, because an older completion may have been added from a
 * copy of the book or removed by the user.
 */
const isLatest = ({ pass, kind, storedAt, before }: UndoableReading, progress: ProgressRow) =>
  progress.updatedAt.getTime() === Date.parse(storedAt) &&
  progress.pass === pass &&
  progress.completions === (before?.completions ?? 0) + (kind === 'completed' ? 1 : 0)

type LoggedEvent = typeof readingEvents.$inferSelect

/**
 * Finds the events that the changes recorded, keyed by book. Omits books that have later events. If
 * a book had no progress before the change, it must have no other events at all, including events
 * added from a copy.
 */
async function findLastEvents(
  tx: Tx,
  userId: string,
  latest: readonly Change[],
): Promise<Map<string, LoggedEvent>> {
  const bookIds = latest.map(({ change }) => change.bookId)
  const isOfBooks = and(eq(readingEvents.userId, userId), inIds(readingEvents.bookId, bookIds))
  const since = new Date(Math.min(...latest.map(({ change }) => Date.parse(change.storedAt))))
  if (latest.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(readingEvents)
    .where(and(isOfBooks, gte(readingEvents.createdAt, since)))
    .orderBy(desc(readingEvents.createdAt), desc(readingEvents.id))
  const counts = await tx
    .select({ bookId: readingEvents.bookId, count: count() })
    .from(readingEvents)
    .where(isOfBooks)
    .groupBy(readingEvents.bookId)
  const countOf = new Map(counts.map((row) => [row.bookId, row.count]))
  const found = latest.flatMap(({ change: { bookId, kind, storedAt, before } }) => {
    const last = rows.find((row) => row.bookId === bookId)
    const isOurs =
      last?.kind === kind &&
      last.createdAt.getTime() === Date.parse(storedAt) &&
      !(before === null && countOf.get(bookId) !== 1)
    return isOurs ? [[bookId, last] as const] : []
  })
  return new Map(found)
}

/**
 * Removes the completions that the changes added. Returns the times of all completions before and
 * after the removal, keyed by book.
 */
async function removeCompletionsOf(tx: Tx, userId: string, undone: readonly Change[]) {
  const passes = new Map(
    undone.flatMap(({ change: { bookId, pass, kind } }) =>
      kind === 'completed' ? [[bookId, pass]] : [],
    ),
  )
  const isOfUser = eq(bookCompletions.userId, userId)
  const rows = await tx
    .select()
    .from(bookCompletions)
    .where(and(isOfUser, inIds(bookCompletions.bookId, [...passes.keys()])))
  const isRemoved = ({ bookId, pass }: (typeof rows)[number]) => passes.get(bookId) === pass
  await tx
    .delete(bookCompletions)
    .where(and(isOfUser, inIds(bookCompletions.id, getIds(rows.filter(isRemoved)))))
  const byBook = Map.groupBy(rows, ({ bookId }) => bookId)
  return new Map(
    [...byBook].map(([bookId, all]) => [
      bookId,
      { before: getTimes(all), after: getTimes(all.filter((row) => !isRemoved(row))) },
    ]),
  )
}

const getTimes = (rows: readonly { completedAt: Date }[]) =>
  rows.map(({ completedAt }) => completedAt.getTime())

async function restoreProgress(tx: Tx, userId: string, undone: readonly Change[]) {
  const restored = undone.flatMap(({ change: { before }, progress: { bookId, seriesId } }) =>
    before ? [{ ...reviveDates(before), userId, bookId, seriesId }] : [],
  )
  const isNew = undone.flatMap(({ change: { bookId, before } }) => (before ? [] : [bookId]))
  await upsertProgress(tx, restored)
  await tx
    .delete(bookProgress)
    .where(and(eq(bookProgress.userId, userId), inIds(bookProgress.bookId, isNew)))
}

function reviveDates(before: Stored): Stored {
  const times = timeNames.map((name) => {
    const value = before[name]
    return [name, value === null ? null : new Date(value)]
  })
  return { ...before, ...(Object.fromEntries(times) as Pick<Stored, (typeof timeNames)[number]>) }
}
