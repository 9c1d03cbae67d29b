/**
 * Preserves reading data of purged books. It is stored under an identity of the content and restored when a
 * scan finds a book with the same content.
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

/** The content hash, or else path, size and fingerprint together. A sampled fingerprint alone is not enough. */
const contentIdentity = sql<string>`coalesce(${books.contentHash},
  'path:' || cast(${books.rootId} as text) || '/' || ${books.relativePath} || ':' ||
  cast(${books.size} as text) || ':' || coalesce(${books.fingerprint}, ''))`

/** Call this before the books are deleted, in the same transaction. */
export async function preserveReading(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  await preserveProgress(tx, ns)
  await preserveEvents(tx, ns)
  await preserveCompletions(tx, ns)
}

/** Of two books with the same content the one read last is preserved; the log has the events of both. */
async function preserveProgress(tx: Tx, ns: readonly number[]) {
  const rows = tx
    .select({
      userId: bookProgress.userId,
      identity: contentIdentity.as('identity'),
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
  await tx.insert(keptProgress).select(rows).onConflictDoNothing()
}

async function preserveEvents(tx: Tx, ns: readonly number[]) {
  const rows = tx
    .select({
      id: readingEvents.id,
      userId: readingEvents.userId,
      identity: contentIdentity.as('identity'),
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
  await tx.insert(keptEvents).select(rows).onConflictDoNothing()
}

async function preserveCompletions(tx: Tx, ns: readonly number[]) {
  const rows = tx
    .select({
      id: bookCompletions.id,
      userId: bookCompletions.userId,
      identity: contentIdentity.as('identity'),
      pass: bookCompletions.pass,
      startedAt: bookCompletions.startedAt,
      completedAt: bookCompletions.completedAt,
    })
    .from(bookCompletions)
    .innerJoin(books, eq(books.id, bookCompletions.bookId))
    .where(inNumbers(books.n, ns))
  await tx.insert(keptCompletions).select(rows).onConflictDoNothing()
}

interface Found {
  id: string
  seriesId: string
  identity: string
}

/**
 * Restores reading data for books that a scan added. The caller refreshes their series. Users who have
 * progress in the book already keep it.
 */
export async function restoreReading(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return
  const found = await tx
    .select({ id: books.id, seriesId: books.seriesId, identity: contentIdentity })
    .from(books)
    .where(inNumbers(books.n, ns))
  const booksByIdentity = new Map(found.map((book) => [book.identity, book]))
  if (booksByIdentity.size === 0) return
  const rows = await tx
    .select()
    .from(keptProgress)
    .where(inArray(keptProgress.identity, [...booksByIdentity.keys()]))
  for (const { identity, title: _, ...progress } of rows) {
    await restoreProgress(tx, booksByIdentity.get(identity)!, progress)
  }
}

type Progress = Omit<typeof keptProgress.$inferSelect, 'identity' | 'title'>

async function restoreProgress(
  tx: Tx,
  { id: bookId, seriesId, identity }: Found,
  progress: Progress,
) {
  const { userId } = progress
  const isOwnProgress = and(eq(bookProgress.userId, userId), eq(bookProgress.bookId, bookId))
  if ((await tx.$count(bookProgress, isOwnProgress)) > 0) return
  const isOwnEvent = and(eq(keptEvents.userId, userId), eq(keptEvents.identity, identity))
  const { id, pass, kind, origin, page, fraction, locator, device, happenedAt, createdAt } =
    keptEvents
  const event = { pass, kind, origin, page, fraction, locator, device, happenedAt, createdAt }
  const named = sql<string>`${sql.param(bookId, readingEvents.bookId)}`.as('book')
  const events = tx
    .select({ id, userId: keptEvents.userId, bookId: named, ...event })
    .from(keptEvents)
    .where(isOwnEvent)
  await tx.insert(readingEvents).select(events).onConflictDoNothing()
  await tx.delete(keptEvents).where(isOwnEvent)
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
