/**
 * Removes entries from the reading history. The position and read status of a book are kept, and
 * completions are recounted. Removing a completion of a book also removes series completions that
 * required it.
 */
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookMessages } from '../../../catalog/books/messages'
import { books } from '../../../catalog/books/schema'
import { getIdentity } from '../../../catalog/series/service'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { deleteMarks } from '../bulk/undo-marks'
import { markChanged } from '../changed-events'
import { progressMessages } from '../messages'
import { historyCleared, readProgressUpdated } from '../model'
import { findBookWithProgress } from '../queries'
import {
  bookCompletions,
  bookProgress,
  keptCompletions,
  keptEvents,
  readingEvents,
  seriesCompletions,
} from '../schema'
import { listCompletionTimes, removeUnsupported } from '../series/unsupported-completions'
import { refreshSeriesProgress } from '../series/series-progress'
import { findTimelineRow } from './timeline-queries'

type Completion = typeof bookCompletions.$inferSelect

/** Removes an event and the completion that it recorded. */
export async function removeEvent(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const event = await findTimelineRow(tx, viewer, id)
    if (!event) throw notFound(progressMessages.event_not_found())
    const { userId } = viewer
    const { bookId, pass, kind, happenedAt } = event
    await tx.delete(readingEvents).where(eq(readingEvents.id, id))
    await markChanged(tx, [{ userId, bookId, happenedAt }])
    const recorded = and(
      isOf(bookCompletions, userId, bookId),
      eq(bookCompletions.pass, pass),
      eq(bookCompletions.completedAt, happenedAt),
    )
    if (kind === 'completed') await removeCompletions(tx, { userId, bookId, which: recorded })
    publish(ctx, tx, { userId, bookId, seriesId: event.seriesId })
  })
}

export async function removeCompletion(
  ctx: Context,
  viewer: Viewer,
  { bookId, id }: { bookId: string; id: string },
) {
  await removeOfBook(ctx, viewer, bookId, {
    which: and(isOf(bookCompletions, viewer.userId, bookId), eq(bookCompletions.id, id)),
    mustExist: true,
  })
}

/** Removes all completions of a book. */
export async function clearBookHistory(ctx: Context, viewer: Viewer, bookId: string) {
  const which = isOf(bookCompletions, viewer.userId, bookId)
  await removeOfBook(ctx, viewer, bookId, { which, mustExist: false })
}

async function removeOfBook(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { which, mustExist }: { which: SQL | undefined; mustExist: boolean },
) {
  const { userId } = viewer
  await ctx.write(async (tx) => {
    const book = await findBookWithProgress(tx, viewer, bookId)
    if (!book) throw notFound(bookMessages.not_found())
    const removed = await removeCompletions(tx, { userId, bookId, which })
    if (mustExist && removed === 0) throw notFound(progressMessages.completion_not_found())
    publish(ctx, tx, { userId, bookId, seriesId: book.seriesId })
  })
}

/** Removes all completions of a series and of its books. */
export async function clearSeriesHistory(ctx: Context, viewer: Viewer, seriesId: string) {
  const { userId } = viewer
  await getIdentity(ctx.db, viewer, seriesId)
  await ctx.write(async (tx) => {
    const rows = await tx
      .selectDistinct({ bookId: bookCompletions.bookId })
      .from(bookCompletions)
      .innerJoin(books, eq(books.id, bookCompletions.bookId))
      .where(and(eq(bookCompletions.userId, userId), eq(books.seriesId, seriesId)))
    const bookIds = rows.map(({ bookId }) => bookId)
    await deleteCompletionsOfBooks(tx, userId, bookIds)
    const isOfSeries = eq(seriesCompletions.seriesId, seriesId)
    await tx.delete(seriesCompletions).where(and(eq(seriesCompletions.userId, userId), isOfSeries))
    await refreshSeriesProgress(tx, [seriesId])
    publish(ctx, tx, { userId, bookId: bookIds[0] ?? seriesId, seriesId })
  })
}

const booksAtOnce = 50
const eventsAtOnce = 2000

/**
 * Removes the whole history, including that of hidden and purged books. Deletes slices in separate
 * transactions, so that other writes are not blocked.
 */
export async function clearHistory(ctx: Context, { userId }: Viewer) {
  while (await ctx.write((tx) => clearSomeBooks(tx, userId)));
  await ctx.write(async (tx) => {
    await tx.delete(seriesCompletions).where(eq(seriesCompletions.userId, userId))
    await tx.delete(keptCompletions).where(eq(keptCompletions.userId, userId))
    await deleteMarks(tx, userId)
  })
  for (const table of [readingEvents, keptEvents] as const) {
    while (await ctx.write((tx) => deleteSomeEvents(tx, table, userId)));
  }
  ctx.bus.publish(historyCleared, { userId })
}

/**
 * Removes the completions of a slice of books and of their series. Returns true if there may be
 * more.
 */
async function clearSomeBooks(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .selectDistinct({ bookId: bookCompletions.bookId, seriesId: books.seriesId })
    .from(bookCompletions)
    .innerJoin(books, eq(books.id, bookCompletions.bookId))
    .where(eq(bookCompletions.userId, userId))
    .limit(booksAtOnce)
  if (rows.length === 0) return false
  const seriesIds = [...new Set(rows.map(({ seriesId }) => seriesId))]
  const isTheirs = inArray(seriesCompletions.seriesId, seriesIds)
  await tx.delete(seriesCompletions).where(and(eq(seriesCompletions.userId, userId), isTheirs))
  await deleteCompletionsOfBooks(
    tx,
    userId,
    rows.map(({ bookId }) => bookId),
  )
  await refreshSeriesProgress(tx, seriesIds)
  return rows.length === booksAtOnce
}

async function deleteSomeEvents(
  tx: Tx,
  table: typeof readingEvents | typeof keptEvents,
  userId: string,
): Promise<boolean> {
  const some = await tx.select().from(table).where(eq(table.userId, userId)).limit(eventsAtOnce)
  const ids = some.map(({ id }) => id)
  await markChanged(
    tx,
    some.flatMap((event) => ('bookId' in event ? [event] : [])),
  )
  for (let from = 0; from < ids.length; from += 500) {
    await tx.delete(table).where(inArray(table.id, ids.slice(from, from + 500)))
  }
  return ids.length === eventsAtOnce
}

async function deleteCompletionsOfBooks(tx: Tx, userId: string, bookIds: readonly string[]) {
  for (const bookId of bookIds) {
    await deleteWithEvents(tx, { userId, bookId, which: isOf(bookCompletions, userId, bookId) })
    await recount(tx, userId, bookId)
  }
}

interface Removal {
  userId: string
  bookId: string
  which: SQL | undefined
}

/** Returns the number of removed completions. */
async function removeCompletions(tx: Tx, removal: Removal): Promise<number> {
  const { userId, bookId } = removal
  const before = await listCompletionTimes(tx, userId, bookId)
  const removed = await deleteWithEvents(tx, removal)
  if (removed.length === 0) return 0
  await recount(tx, userId, bookId)
  const [book] = await tx
    .select({ seriesId: books.seriesId })
    .from(books)
    .where(eq(books.id, bookId))
  if (book) {
    await removeUnsupported(tx, { userId, bookId, seriesId: book.seriesId, before })
    await refreshSeriesProgress(tx, [book.seriesId])
  }
  return removed.length
}

async function deleteWithEvents(tx: Tx, { userId, bookId, which }: Removal): Promise<Completion[]> {
  const removed = await tx.delete(bookCompletions).where(which).returning()
  await markChanged(
    tx,
    removed.map(({ completedAt }) => ({ userId, bookId, happenedAt: completedAt })),
  )
  for (const { pass, completedAt } of removed) {
    await tx
      .delete(readingEvents)
      .where(
        and(
          isOf(readingEvents, userId, bookId),
          eq(readingEvents.pass, pass),
          eq(readingEvents.kind, 'completed'),
          eq(readingEvents.happenedAt, completedAt),
        ),
      )
  }
  return removed
}

async function recount(tx: Tx, userId: string, bookId: string) {
  const times = await listCompletionTimes(tx, userId, bookId)
  const lastCompletedAt = times.length === 0 ? null : new Date(Math.max(...times))
  await tx
    .update(bookProgress)
    .set({ completions: times.length, lastCompletedAt })
    .where(isOf(bookProgress, userId, bookId))
}

const isOf = (
  table: typeof bookCompletions | typeof bookProgress | typeof readingEvents,
  userId: string,
  bookId: string,
) => and(eq(table.userId, userId), eq(table.bookId, bookId))

const publish = (ctx: Context, tx: Tx, ids: { userId: string; bookId: string; seriesId: string }) =>
  tx.afterCommit(() => ctx.bus.publish(readProgressUpdated, ids))
