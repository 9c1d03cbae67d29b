/**
 * What was read outlives the book: when it is purged, its reading is put aside under what identifies
 * its content, and a book of this content that is found later gets it back.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { inNumbers } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import {
  bookCompletions,
  bookProgress,
  keptCompletions,
  keptEvents,
  keptProgress,
  readingEvents,
} from './schema'

/** The pages themselves; where nobody knows them, the same file in the same place. Never a sample alone. */
const identityOf = sql<string>`coalesce(${books.contentHash},
  'path:' || cast(${books.rootId} as text) || '/' || ${books.relativePath} || ':' ||
  cast(${books.size} as text) || ':' || coalesce(${books.fingerprint}, ''))`

/** Before these books are deleted, in the same transaction. */
export async function keepReading(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  await keepProgress(tx, ns)
  await keepEvents(tx, ns)
  await keepCompletions(tx, ns)
}

/** Of two equal books the one that was read last stands for both; the log has the reading of both. */
async function keepProgress(tx: Tx, ns: readonly number[]) {
  const kept = tx
    .select({
      userId: bookProgress.userId,
      identity: identityOf.as('identity'),
      title: books.title,
      pass: bookProgress.pass,
      page: bookProgress.page,
      fraction: bookProgress.fraction,
      locator: bookProgress.locator,
      completed: bookProgress.completed,
      started: bookProgress.started,
      startedAt: bookProgress.startedAt,
      positionAt: bookProgress.positionAt,
      updatedAt: bookProgress.updatedAt,
    })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .where(inNumbers(books.n, ns))
    .orderBy(sql`${bookProgress.updatedAt} desc`)
  await tx.insert(keptProgress).select(kept).onConflictDoNothing()
}

async function keepEvents(tx: Tx, ns: readonly number[]) {
  const kept = tx
    .select({
      id: readingEvents.id,
      userId: readingEvents.userId,
      identity: identityOf.as('identity'),
      pass: readingEvents.pass,
      kind: readingEvents.kind,
      origin: readingEvents.origin,
      page: readingEvents.page,
      fraction: readingEvents.fraction,
      locator: readingEvents.locator,
      device: readingEvents.device,
      happenedAt: readingEvents.happenedAt,
      createdAt: readingEvents.createdAt,
    })
    .from(readingEvents)
    .innerJoin(books, eq(books.id, readingEvents.bookId))
    .where(inNumbers(books.n, ns))
  await tx.insert(keptEvents).select(kept).onConflictDoNothing()
}

async function keepCompletions(tx: Tx, ns: readonly number[]) {
  const kept = tx
    .select({
      id: bookCompletions.id,
      userId: bookCompletions.userId,
      identity: identityOf.as('identity'),
      pass: bookCompletions.pass,
      startedAt: bookCompletions.startedAt,
      completedAt: bookCompletions.completedAt,
    })
    .from(bookCompletions)
    .innerJoin(books, eq(books.id, bookCompletions.bookId))
    .where(inNumbers(books.n, ns))
  await tx.insert(keptCompletions).select(kept).onConflictDoNothing()
}

interface Found {
  id: string
  seriesId: string
  identity: string
}

/**
 * Books that were read by a scan: whoever had read them before they were purged has done so again. The
 * caller recounts their series. Nobody who has read in the book already is touched.
 */
export async function giveReadingBack(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  const found = await tx
    .select({ id: books.id, seriesId: books.seriesId, identity: identityOf })
    .from(books)
    .where(inNumbers(books.n, ns))
  const bookOf = new Map(found.map((book) => [book.identity, book]))
  if (bookOf.size === 0) return
  const kept = await tx
    .select()
    .from(keptProgress)
    .where(inArray(keptProgress.identity, [...bookOf.keys()]))
  for (const { identity, title: _, ...progress } of kept) {
    await giveBack(tx, bookOf.get(identity)!, progress)
  }
}

type Progress = Omit<typeof keptProgress.$inferSelect, 'identity' | 'title'>

async function giveBack(tx: Tx, { id: bookId, seriesId, identity }: Found, progress: Progress) {
  const { userId } = progress
  const isTheirs = and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, bookId))
  if ((await tx.$count(bookProgress, isTheirs)) > 0) return
  const theirEvents = and(eq(keptEvents.userId, userId), eq(keptEvents.identity, identity))
  const { id, pass, kind, origin, page, fraction, locator, device, happenedAt, createdAt } =
    keptEvents
  const event = { pass, kind, origin, page, fraction, locator, device, happenedAt, createdAt }
  const named = sql<string>`${sql.param(bookId, readingEvents.bookId)}`.as('book')
  const events = tx
    .select({ id, userId: keptEvents.userId, bookId: named, ...event })
    .from(keptEvents)
    .where(theirEvents)
  await tx.insert(readingEvents).select(events).onConflictDoNothing()
  await tx.delete(keptEvents).where(theirEvents)
  const completions = await tx
    .delete(keptCompletions)
    .where(and(eq(keptCompletions.userId, userId), eq(keptCompletions.identity, identity)))
    .returning()
  if (completions.length > 0) {
    const rows = completions.map(({ identity: _, ...completion }) => ({ ...completion, bookId }))
    await tx.insert(bookCompletions).values(rows).onConflictDoNothing()
  }
  const last = Math.max(...completions.map(({ completedAt }) => completedAt.getTime()))
  const lastCompletedAt = completions.length > 0 ? new Date(last) : null
  const counted = { completions: completions.length, lastCompletedAt }
  await tx.insert(bookProgress).values({ ...progress, ...counted, bookId, seriesId })
  await tx
    .delete(keptProgress)
    .where(and(eq(keptProgress.userId, userId), eq(keptProgress.identity, identity)))
}
