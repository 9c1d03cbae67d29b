/**
 * Completions recorded by a sync. The sync can undo them as long as the book has not changed since.
 */
import { and, desc, eq } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { books } from '../../../catalog/books/schema'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { markChanged } from '../changed-events'
import { readProgressUpdated } from '../model'
import { findBooksWithProgress, type ProgressRow } from '../queries'
import { recordForBooks } from '../service'
import { bookCompletions, bookProgress, readingEvents, seriesCompletions } from '../schema'
import { refreshSeriesProgress } from '../series/series-progress'

type Stored = Omit<ProgressRow, 'userId' | 'bookId' | 'seriesId'>

/** A completion, and the progress before it. In JSON, the times in `before` are text. */
export interface PulledBook {
  bookId: string
  pass: number
  /** When the completion was stored, in ISO 8601 format. */
  storedAt: string
  before: Stored | null
  /** Time of the resulting series completion, in ISO 8601 format. */
  seriesCompletedAt: string | null
}

const timeNames = ['startedAt', 'lastCompletedAt', 'positionAt', 'updatedAt'] as const

/** Marks books as read. Returns the changed books, with their previous progress. */
export async function pullReadings(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { bookIds, device, happenedAt }: { bookIds: string[]; device: string; happenedAt: Date | null },
): Promise<PulledBook[]> {
  const present = await findBooksWithProgress(tx, viewer, inIds(books.id, bookIds))
  const before = new Map(present.map(({ id, progress }) => [id, progress]))
  const seriesIds = [...new Set(present.map(({ seriesId }) => seriesId))]
  const known = await listSeriesCompletions(tx, viewer, seriesIds)
  const event = { kind: 'completed', origin: 'sync', device } as const
  const rows = await recordForBooks(ctx, tx, viewer, {
    books: present,
    event: { ...event, ...(happenedAt && { happenedAt }) },
  })
  const knownIds = new Set(known.map(({ id }) => id))
  const added = new Map(
    (await listSeriesCompletions(tx, viewer, seriesIds))
      .filter(({ id }) => !knownIds.has(id))
      .map(({ seriesId, completedAt }) => [seriesId, completedAt.toISOString()]),
  )
  return rows.map(({ bookId, seriesId, pass, updatedAt }) => ({
    bookId,
    pass,
    storedAt: updatedAt.toISOString(),
    before: pickStored(before.get(bookId) ?? null),
    seriesCompletedAt: added.get(seriesId) ?? null,
  }))
}

const listSeriesCompletions = (tx: Tx, { userId }: Viewer, seriesIds: readonly string[]) =>
  tx
    .select()
    .from(seriesCompletions)
    .where(and(eq(seriesCompletions.userId, userId), inIds(seriesCompletions.seriesId, seriesIds)))

function pickStored(progress: ProgressRow | null): Stored | null {
  if (!progress) return null
  const { userId: _, bookId: __, seriesId: ___, ...stored } = progress
  return stored
}

/** Returns the number of books that were changed back. */
export async function withdrawReadings(
  ctx: Pick<Context, 'bus'>,
  tx: Tx,
  { userId, pulled }: { userId: string; pulled: readonly PulledBook[] },
): Promise<number> {
  const withdrawn: Withdrawn[] = []
  for (const one of pulled) {
    const done = await withdrawOne(tx, userId, one)
    if (done) withdrawn.push(done)
  }
  await deleteSeriesCompletions(tx, userId, withdrawn)
  const bySeries = new Map(withdrawn.map((one) => [one.seriesId, one.bookId]))
  await refreshSeriesProgress(tx, [...bySeries.keys()], userId)
  tx.afterCommit(() => {
    for (const [seriesId, bookId] of bySeries) {
      ctx.bus.publish(readProgressUpdated, { userId, bookId, seriesId })
    }
  })
  return withdrawn.length
}

interface Withdrawn {
  bookId: string
  seriesId: string
  seriesCompletedAt: string | null
}

/** Undoes one completion. Returns undefined if the book has changed since. */
async function withdrawOne(
  tx: Tx,
  userId: string,
  { bookId, pass, storedAt, before, seriesCompletedAt }: PulledBook,
): Promise<Withdrawn | undefined> {
  const isOfBook = and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, bookId))
  const [progress] = await tx.select().from(bookProgress).where(isOfBook)
  // An older completion may have been added from a copy of the book.
  const isLatest =
    progress?.updatedAt.getTime() === Date.parse(storedAt) &&
    progress.pass === pass &&
    progress.completions === (before?.completions ?? 0) + 1
  const of = { userId, bookId, storedAt, isFirst: before === null }
  const last = isLatest ? await findLastEvent(tx, of) : undefined
  if (!progress || last === undefined) return undefined
  await tx.delete(readingEvents).where(eq(readingEvents.id, last.id))
  await markChanged(tx, [last])
  const isOfPass = and(
    eq(bookCompletions.userId, userId),
    eq(bookCompletions.bookId, bookId),
    eq(bookCompletions.pass, pass),
  )
  await tx.delete(bookCompletions).where(isOfPass)
  if (before) await tx.update(bookProgress).set(reviveDates(before)).where(isOfBook)
  else await tx.delete(bookProgress).where(isOfBook)
  return { bookId, seriesId: progress.seriesId, seriesCompletedAt }
}

/**
 * Deletes series completions by time, because a completion gets a new ID when its series is merged
 * into another one.
 */
async function deleteSeriesCompletions(tx: Tx, userId: string, withdrawn: readonly Withdrawn[]) {
  const times = new Map(withdrawn.map((one) => [one.seriesId, one.seriesCompletedAt]))
  for (const [seriesId, completedAt] of times) {
    if (completedAt === null) continue
    await tx
      .delete(seriesCompletions)
      .where(
        and(
          eq(seriesCompletions.userId, userId),
          eq(seriesCompletions.seriesId, seriesId),
          eq(seriesCompletions.completedAt, new Date(completedAt)),
        ),
      )
  }
}

/**
 * Finds the event that the pull recorded. With `isFirst`, there must be no other event, not even
 * one added from a copy.
 */
async function findLastEvent(
  tx: Tx,
  { userId, bookId, storedAt, isFirst }: EventOfPull,
): Promise<typeof readingEvents.$inferSelect | undefined> {
  const [last, other] = await tx
    .select()
    .from(readingEvents)
    .where(and(eq(readingEvents.userId, userId), eq(readingEvents.bookId, bookId)))
    .orderBy(desc(readingEvents.createdAt), desc(readingEvents.id))
    .limit(2)
  const isOurs =
    !(isFirst && other) &&
    last?.origin === 'sync' &&
    last.kind === 'completed' &&
    last.createdAt.getTime() === Date.parse(storedAt)
  return isOurs ? last : undefined
}

interface EventOfPull {
  userId: string
  bookId: string
  storedAt: string
  isFirst: boolean
}

function reviveDates(before: Stored): Stored {
  const times = timeNames.map((name) => {
    const value = before[name]
    return [name, value === null ? null : new Date(value)]
  })
  return { ...before, ...(Object.fromEntries(times) as Pick<Stored, (typeof timeNames)[number]>) }
}
