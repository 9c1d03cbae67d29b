/**
 * Removes the reading data that `mergeReading` added to a copy. The original still has this data.
 * Data that was recorded in the copy itself is kept.
 */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { applyReadingEvent, type LogEntry, type ReadingState } from '../apply-reading-events'
import { markChanged } from '../changed-events'
import { upsertProgress } from '../queries'
import { bookCompletions, bookProgress, readingEvents } from '../schema'
import { buildEventKey, type LoggedEvent, type Reading } from './combine-reading'
import { listReaders, loadReading, type MergeTarget } from './merge-reading'

const rowsAtOnce = 200

/**
 * Returns the IDs of the users with reading data. The caller must refresh the series of the copy.
 */
export async function separateReading(
  tx: Tx,
  fromId: string,
  to: MergeTarget & { pageCount: number },
): Promise<string[]> {
  const readers = await listReaders(tx, fromId)
  for (const userId of readers) {
    const source = await loadReading(tx, userId, fromId)
    const merged = await loadReading(tx, userId, to.id)
    await deleteShared(tx, { userId, source, bookId: to.id })
    const kept = await loadReading(tx, userId, to.id)
    await savePosition(tx, { userId, to, source, merged, kept })
  }
  return readers
}

async function deleteShared(
  tx: Tx,
  { userId, source, bookId }: { userId: string; source: Reading; bookId: string },
) {
  const keys = new Set(source.events.map(buildEventKey))
  const isOfEvents = and(eq(readingEvents.userId, userId), eq(readingEvents.bookId, bookId))
  const events = await tx.select().from(readingEvents).where(isOfEvents)
  const shared = events.filter((event) => keys.has(buildEventKey(event)))
  for (const slice of splitIntoSlices(shared, rowsAtOnce)) {
    const ids = slice.map(({ id }) => id)
    await tx.delete(readingEvents).where(inIds(readingEvents.id, ids))
  }
  await markChanged(tx, shared)
  const times = new Set(source.completions.map(({ completedAt }) => completedAt.getTime()))
  const isOfPasses = and(eq(bookCompletions.userId, userId), eq(bookCompletions.bookId, bookId))
  const passes = await tx.select().from(bookCompletions).where(isOfPasses)
  const ids = passes.filter((one) => times.has(one.completedAt.getTime())).map(({ id }) => id)
  for (const slice of splitIntoSlices(ids, rowsAtOnce)) {
    await tx.delete(bookCompletions).where(inIds(bookCompletions.id, slice))
  }
}

interface Separation {
  userId: string
  to: MergeTarget & { pageCount: number }
  source: Reading
  /** Reading data of the copy before the removal. */
  merged: Reading
  /** Reading data of the copy without the data that it shares with the original. */
  kept: Reading
}

async function savePosition(tx: Tx, { userId, to, source, merged, kept }: Separation) {
  const { progress } = merged
  if (!progress) return
  const isOfBook = and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, to.id))
  const isTaken = progress.positionAt.getTime() === source.progress?.positionAt.getTime()
  const position = isTaken ? replayEvents(kept.events, to.pageCount) : progress
  if (!position) {
    await tx.delete(bookProgress).where(isOfBook)
    return
  }
  const times = kept.completions.map(({ completedAt }) => completedAt.getTime())
  const row = {
    ...progress,
    ...position,
    completions: times.length,
    lastCompletedAt: times.length === 0 ? null : new Date(Math.max(...times)),
  }
  const owner = { userId, bookId: to.id, seriesId: to.seriesId }
  await upsertProgress(tx, [{ ...row, ...owner, hidden: row.hidden ?? false, movedFrom: null }])
}

/**
 * Computes the progress from the event log, keeping the pass numbers of the log. Returns undefined
 * if there are no events.
 */
function replayEvents(events: readonly LoggedEvent[], pageCount: number): ReadingState | undefined {
  const inOrder = events.toSorted((one, other) => +one.createdAt - +other.createdAt)
  let state: ReadingState | undefined
  for (const event of inOrder) {
    const book = { pageCount, now: event.createdAt, highestPass: event.pass - 1 }
    state = applyReadingEvent(state, toEvent(event), book)?.state ?? state
  }
  return state && { ...state, pass: Math.max(...events.map(({ pass }) => pass)) }
}

function toEvent({ kind, origin, device, happenedAt, page, fraction, locator }: LogEntry) {
  const source = { origin, device: device ?? undefined, happenedAt }
  if (kind !== 'position' && page === null && fraction === null) return { kind, ...source }
  const point = {
    page: page ?? undefined,
    fraction: fraction ?? undefined,
    locator: locator ?? undefined,
  }
  return { ...source, ...point, kind: 'position' as const, completed: kind === 'completed' }
}
