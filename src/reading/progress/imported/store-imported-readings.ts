/** Stores and removes imported reading data. */
import { and, eq, isNull } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { markChanged } from '../changed-events'
import type { Reading } from '../copies/combine-reading'
import { loadReading } from '../copies/merge-reading'
import { insertCompletions, insertEvents, upsertProgress } from '../queries'
import { listCompletionTimes, removeUnsupported } from '../series/unsupported-completions'
import {
  bookCompletions,
  bookProgress,
  readingDevices,
  readingEvents,
  seriesProgress,
} from '../schema'
import { refreshSeriesProgress } from '../series/series-progress'
import { hasOwnReading, type PlannedReading, recomputeImported } from './plan-imported-reading'

const rowsAtOnce = 200

interface Pair {
  userId: string
  bookId: string
}

/**
 * Loads the existing reading data of one user for some books, keyed by book. Books without reading
 * data are absent.
 */
export async function loadReadings(
  db: Db,
  userId: string,
  bookIds: readonly string[],
): Promise<Map<string, Reading>> {
  const found = new Map<string, { -readonly [Name in keyof Reading]: Reading[Name] }>()
  const readingOf = (bookId: string) => {
    const known = found.get(bookId) ?? { progress: undefined, completions: [], events: [] }
    found.set(bookId, known)
    return known
  }
  for (const slice of splitIntoSlices(bookIds, rowsAtOnce)) {
    const isOf = (table: typeof bookProgress | typeof bookCompletions | typeof readingEvents) =>
      and(eq(table.userId, userId), inIds(table.bookId, slice))
    for (const row of await db.select().from(bookProgress).where(isOf(bookProgress))) {
      readingOf(row.bookId).progress = row
    }
    for (const { id: _, ...row } of await db
      .select()
      .from(bookCompletions)
      .where(isOf(bookCompletions))) {
      const reading = readingOf(row.bookId)
      reading.completions = [...reading.completions, row]
    }
    for (const { id: _, ...row } of await db
      .select()
      .from(readingEvents)
      .where(isOf(readingEvents))) {
      const reading = readingOf(row.bookId)
      reading.events = [...reading.events, row]
    }
  }
  return found
}

export interface StoredReading extends Pair {
  seriesId: string
  planned: PlannedReading
}

/** IDs of the stored rows, so that they can be removed again. */
export interface AddedReading {
  events: string[]
  completions: string[]
}

/** Stores planned reading data. The caller must refresh the series. */
export async function storeImportedReadings(
  tx: Tx,
  readings: readonly StoredReading[],
): Promise<AddedReading[]> {
  const added = readings.map(({ userId, bookId, planned }) => ({
    events: planned.events.map((row) => ({ ...row, userId, bookId, id: Bun.randomUUIDv7() })),
    completions: planned.completions.map((row) => ({
      ...row,
      userId,
      bookId,
      id: Bun.randomUUIDv7(),
    })),
  }))
  await insertEvents(
    tx,
    added.flatMap(({ events }) => events),
  )
  await insertCompletions(
    tx,
    added.flatMap(({ completions }) => completions),
  )
  const rows = readings.flatMap(({ planned: { progress }, ...owner }) =>
    progress
      ? [{ ...progress, ...toOwner(owner), hidden: progress.hidden ?? false, movedFrom: null }]
      : [],
  )
  await upsertProgress(tx, rows)
  return added.map(({ events, completions }) => ({
    events: events.map(({ id }) => id),
    completions: completions.map(({ id }) => id),
  }))
}

const toOwner = ({ userId, bookId, seriesId }: Pair & { seriesId: string }) => ({
  userId,
  bookId,
  seriesId,
})

export interface RemovedReading extends Pair {
  /** True if there was reading data that was not imported. */
  hadOwnReading: boolean
  added: AddedReading
  /** The position before the import, or null if there was none. */
  before: Reading['progress'] | null
  /** The position after the import. */
  after: Reading['progress'] | null
}

/**
 * Removes reading data that an import added. Restores the previous position unless the position has
 * changed since. Returns the ID of the series, which the caller must refresh, or undefined if the
 * book no longer exists. The caller must also remove the devices.
 */
export async function removeImportedReading(
  tx: Tx,
  { userId, bookId, ...removed }: RemovedReading,
) {
  const [book] = await tx
    .select({ seriesId: books.seriesId, pageCount: books.pageCount })
    .from(books)
    .where(eq(books.id, bookId))
  const completed = await listCompletionTimes(tx, userId, bookId)
  await deleteRows(tx, { userId, bookId }, removed.added)
  if (!book) return undefined
  await removeUnsupported(tx, { userId, bookId, seriesId: book.seriesId, before: completed })
  const left = await loadReading(tx, userId, bookId)
  const progress = choosePosition(left, removed, book.pageCount)
  const isOfBook = and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, bookId))
  if (!progress) await tx.delete(bookProgress).where(isOfBook)
  else {
    const owner = { userId, bookId, seriesId: book.seriesId }
    const row = { movedFrom: null, ...progress, ...owner, hidden: progress.hidden ?? false }
    await upsertProgress(tx, [row])
  }
  return book.seriesId
}

async function deleteRows(tx: Tx, { userId, bookId }: Pair, { events, completions }: AddedReading) {
  const deleted = await tx
    .delete(readingEvents)
    .where(and(inIds(readingEvents.id, events), eq(readingEvents.userId, userId)))
    .returning({ happenedAt: readingEvents.happenedAt })
  await markChanged(
    tx,
    deleted.map(({ happenedAt }) => ({ userId, bookId, happenedAt })),
  )
  await tx
    .delete(bookCompletions)
    .where(and(inIds(bookCompletions.id, completions), eq(bookCompletions.userId, userId)))
}

function choosePosition(
  left: Reading,
  { before, after, hadOwnReading }: Pick<RemovedReading, 'before' | 'after' | 'hadOwnReading'>,
  pageCount: number,
) {
  const { progress, completions } = left
  if (!progress) return undefined
  if (!hadOwnReading && !hasOwnReading({ ...left, progress: undefined })) {
    const computed = recomputeImported(left, { pageCount, now: progress.updatedAt })
    return computed && before && isSamePosition(computed, before) ? before : computed
  }
  const kept = before && after && isSamePosition(progress, after) ? before : progress
  const times = completions.map(({ completedAt }) => completedAt.getTime())
  return {
    ...kept,
    completions: times.length,
    lastCompletedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  }
}

type Position = NonNullable<Reading['progress']>

const isSamePosition = (one: Position, other: Position) =>
  one.pass === other.pass &&
  one.fraction === other.fraction &&
  one.completed === other.completed &&
  one.positionAt.getTime() === other.positionAt.getTime()

/**
 * Recomputes the progress of series after removals. Deletes the rows of series without reading
 * data.
 */
export async function refreshAfterRemoval(tx: Tx, seriesIds: readonly string[]) {
  await refreshSeriesProgress(tx, seriesIds)
  const isEmpty = and(
    inIds(seriesProgress.seriesId, seriesIds),
    isNull(seriesProgress.lastReadAt),
    isNull(seriesProgress.lastCompletedAt),
    eq(seriesProgress.booksRead, 0),
    eq(seriesProgress.booksInProgress, 0),
  )
  await tx.delete(seriesProgress).where(isEmpty)
}

interface Device {
  userId: string
  deviceId: string
}

/** Removes devices that no event refers to anymore. */
export async function removeUnusedDevices(tx: Tx, devices: readonly Device[]) {
  const distinct = new Map(devices.map((one) => [`${one.userId} ${one.deviceId}`, one]))
  for (const { userId, deviceId } of distinct.values()) {
    const isOfDevice = and(eq(readingEvents.userId, userId), eq(readingEvents.device, deviceId))
    const used = await tx
      .select({ id: readingEvents.id })
      .from(readingEvents)
      .where(isOfDevice)
      .limit(1)
    if (used.length > 0) continue
    await tx
      .delete(readingDevices)
      .where(and(eq(readingDevices.userId, userId), eq(readingDevices.deviceId, deviceId)))
  }
}

/** Stores the name of a device from another program. A name sent by the app itself is kept. */
export async function nameImportedDevice(tx: Tx, device: typeof readingDevices.$inferInsert) {
  await tx.insert(readingDevices).values(device).onConflictDoNothing()
}
