/**
 * Adds users' reading data from one book to another one with the same content, and series
 * completions from one series to another. Nothing is removed from the first book or series.
 */
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/store'
import { combineReading, type Reading } from './combine-reading'
import { insertCompletions, insertEvents, upsertProgress } from '../queries'
import { bookCompletions, bookProgress, readingEvents, seriesCompletions } from '../schema'

export interface MergeTarget {
  id: string
  seriesId: string
}

/**
 * Returns the IDs of the users with reading data. The caller must refresh the series of the target.
 */
export async function mergeReading(tx: Tx, fromId: string, to: MergeTarget): Promise<string[]> {
  const readers = await listReaders(tx, fromId)
  for (const userId of readers) {
    await addReading(tx, { userId, source: await loadReading(tx, userId, fromId), to })
  }
  return readers
}

export async function listReaders(db: Db, bookId: string): Promise<string[]> {
  const readers = new Set<string>()
  for (const { table, userId, book } of [
    { table: bookProgress, userId: bookProgress.userId, book: bookProgress.bookId },
    { table: readingEvents, userId: readingEvents.userId, book: readingEvents.bookId },
    { table: bookCompletions, userId: bookCompletions.userId, book: bookCompletions.bookId },
  ]) {
    const rows = await db.selectDistinct({ userId }).from(table).where(eq(book, bookId))
    for (const row of rows) readers.add(row.userId)
  }
  return [...readers]
}

export async function loadReading(db: Db, userId: string, bookId: string): Promise<Reading> {
  const [progress] = await db
    .select()
    .from(bookProgress)
    .where(and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, bookId)))
  const completions = await db
    .select()
    .from(bookCompletions)
    .where(and(eq(bookCompletions.userId, userId), eq(bookCompletions.bookId, bookId)))
  const events = await db
    .select()
    .from(readingEvents)
    .where(and(eq(readingEvents.userId, userId), eq(readingEvents.bookId, bookId)))
  return { progress, completions: completions.map(omitId), events: events.map(omitId) }
}

const omitId = <Row extends { id: string }>({ id: _, ...row }: Row) => row

/** Adds a user's reading data from another source to a book with the same content. */
export async function addReading(
  tx: Tx,
  { userId, source, to }: { userId: string; source: Reading; to: MergeTarget },
) {
  const target = await loadReading(tx, userId, to.id)
  const { progress, completions, events } = combineReading(source, target)
  const owner = { userId, bookId: to.id }
  await insertEvents(
    tx,
    events.map((event) => ({ ...event, ...owner })),
  )
  await insertCompletions(
    tx,
    completions.map((completion) => ({ ...completion, ...owner })),
  )
  if (!progress) return
  const moved = {
    ...progress,
    ...owner,
    seriesId: to.seriesId,
    hidden: progress.hidden ?? false,
    movedFrom: null,
  }
  await upsertProgress(tx, [moved])
}

/** Adds the completions of one series to another. A completion is identified by user and time. */
export async function mergeSeriesCompletions(tx: Tx, fromId: string, toId: string) {
  await addSeriesCompletions(tx, toId, await listSeriesCompletions(tx, fromId))
}

export type SeriesCompletionRow = typeof seriesCompletions.$inferSelect

const listSeriesCompletions = (tx: Tx, seriesId: string): Promise<SeriesCompletionRow[]> =>
  tx.select().from(seriesCompletions).where(eq(seriesCompletions.seriesId, seriesId))

export async function addSeriesCompletions(
  tx: Tx,
  toId: string,
  added: readonly SeriesCompletionRow[],
) {
  const known = await listSeriesCompletions(tx, toId)
  const keys = new Set(known.map(buildCompletionKey))
  for (const { userId, pass, completedAt } of added) {
    const key = buildCompletionKey({ userId, completedAt })
    if (keys.has(key)) continue
    keys.add(key)
    await tx.insert(seriesCompletions).values({ userId, seriesId: toId, pass, completedAt })
  }
}

const buildCompletionKey = ({ userId, completedAt }: { userId: string; completedAt: Date }) =>
  `${userId} ${completedAt.getTime()}`
