/**
 * Preserves reading data of purged books. It is stored under the identity of the content and
 * restored when a scan finds a book with the same content.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { scannedSeriesId } from '../../catalog/books/scanned/assign-scanned-series'
import { books } from '../../catalog/books/schema'
import { inNumbers } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { combineReading, type Reading } from './copies/combine-reading'
import { addReading, listReaders, loadReading } from './copies/merge-reading'
import {
  bookCompletions,
  bookProgress,
  keptCompletions,
  keptEvents,
  keptProgress,
  readingEvents,
} from './schema'

const rowsAtOnce = 200

/**
 * The content hash or, without one, the path, size and fingerprint together. The fingerprint covers
 * only samples of the file, so it is not enough on its own.
 */
export const contentIdentity = sql<string>`coalesce(${books.contentHash},
  'path:' || cast(${books.rootId} as text) || '/' || ${books.relativePath} || ':' ||
  cast(${books.size} as text) || ':' || coalesce(${books.fingerprint}, ''))`

/** Call this before the books are deleted, in the same transaction. */
export async function preserveReading(tx: Tx, found: readonly IdentifiedBook[]) {
  if (found.length === 0) return
  const preserved = await listPreservedReaders(tx, found)
  const known = new Set(preserved.map(({ identity }) => identity))
  const single: number[] = []
  for (const [identity, equal] of Map.groupBy(found, (book) => book.identity)) {
    if (equal.length === 1 && !known.has(identity)) single.push(equal[0]!.n)
    else for (const book of equal) await addToPreserved(tx, book)
  }
  await preserveProgress(tx, single)
  await preserveEvents(tx, single)
  await preserveCompletions(tx, single)
}

export interface IdentifiedBook {
  n: number
  id: string
  seriesId: string
  /** ID of the series that scans assign the file to. */
  scannedSeriesId: string
  title: string
  identity: string
}

/** Returns the books with their content identity, ordered by row number. */
export const identifyBooks = (tx: Tx, ns: readonly number[]): Promise<IdentifiedBook[]> =>
  tx
    .select({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
      scannedSeriesId,
      title: books.title,
      identity: contentIdentity,
    })
    .from(books)
    .where(inNumbers(books.n, ns))
    .orderBy(books.n)

/** Returns the library IDs of the books, keyed by row number. */
export async function findBookLibraries(tx: Tx, ns: readonly number[]) {
  const rows = await tx
    .select({ n: books.n, libraryId: books.libraryId })
    .from(books)
    .where(inNumbers(books.n, ns))
  return new Map(rows.map(({ n, libraryId }) => [n, libraryId]))
}

/**
 * Merges reading data into preserved data, for content that is already preserved or that several
 * purged books share.
 */
async function addToPreserved(tx: Tx, { id, title, identity }: IdentifiedBook) {
  for (const userId of await listReaders(tx, id)) {
    const source = await loadReading(tx, userId, id)
    await addKeptReading(tx, { userId, identity, title, source })
  }
}

interface KeptReading {
  userId: string
  identity: string
  title: string
  source: Reading
}

/**
 * Adds preserved reading data for content that no book has. It is restored when a scan finds the
 * content.
 */
export async function addKeptReading(tx: Tx, { userId, identity, title, source }: KeptReading) {
  const target = await loadPreserved(tx, userId, identity)
  const { progress, completions, events } = combineReading(source, target)
  const owner = { userId, identity }
  for (const slice of splitIntoSlices(events, rowsAtOnce))
    await tx.insert(keptEvents).values(slice.map((event) => ({ ...event, ...owner })))
  for (const slice of splitIntoSlices(completions, rowsAtOnce))
    await tx.insert(keptCompletions).values(slice.map((one) => ({ ...one, ...owner })))
  if (!progress) return
  const { completions: _, lastCompletedAt: _last, hidden: _hidden, ...position } = progress
  const row = { ...position, ...owner, title }
  await tx
    .insert(keptProgress)
    .values(row)
    .onConflictDoUpdate({ target: [keptProgress.userId, keptProgress.identity], set: row })
}

async function loadPreserved(tx: Tx, userId: string, identity: string): Promise<Reading> {
  const isOwn = (table: PreservedTable) =>
    and(eq(table.userId, userId), eq(table.identity, identity))
  const [position] = await tx.select().from(keptProgress).where(isOwn(keptProgress))
  const completions = await tx.select().from(keptCompletions).where(isOwn(keptCompletions))
  const events = await tx.select().from(keptEvents).where(isOwn(keptEvents))
  const last = Math.max(...completions.map(({ completedAt }) => completedAt.getTime()))
  const lastCompletedAt = completions.length > 0 ? new Date(last) : null
  return {
    progress: position && {
      ...omitIdentity(position),
      completions: completions.length,
      lastCompletedAt,
    },
    completions: completions.map(omitIdentity),
    events: events.map(omitIdentity),
  }
}

function omitIdentity<Row extends { identity: string }>(row: Row) {
  const {
    identity: _,
    id: _id,
    title: _title,
    ...rest
  } = row as Row & {
    id?: string
    title?: string
  }
  return rest
}

type PreservedTable = (typeof preservedTables)[number]
const preservedTables = [keptProgress, keptCompletions, keptEvents] as const

/** Lists users with preserved reading data for the content of these books. */
async function listPreservedReaders(tx: Tx, found: readonly IdentifiedBook[]) {
  const identities = [...new Set(found.map(({ identity }) => identity))]
  const readers = new Map<string, { userId: string; identity: string }>()
  for (const table of preservedTables) {
    const rows = await tx
      .selectDistinct({ userId: table.userId, identity: table.identity })
      .from(table)
      .where(inArray(table.identity, identities))
    for (const row of rows) readers.set(`${row.userId} ${row.identity}`, row)
  }
  return [...readers.values()]
}

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
  await tx.insert(keptProgress).select(rows)
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
  await tx.insert(keptEvents).select(rows)
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
  await tx.insert(keptCompletions).select(rows)
}

/**
 * Restores preserved reading data for books that a scan added or hashed, and merges it with what
 * users have read since. The caller must refresh the series of the books.
 */
export async function restoreReading(tx: Tx, found: readonly IdentifiedBook[]) {
  if (found.length === 0) return
  const bookByIdentity = new Map(found.map((book) => [book.identity, book]))
  for (const { userId, identity } of await listPreservedReaders(tx, found)) {
    const source = await loadPreserved(tx, userId, identity)
    await addReading(tx, { userId, source, to: bookByIdentity.get(identity)! })
    for (const table of preservedTables) {
      const isOwn = and(eq(table.userId, userId), eq(table.identity, identity))
      await tx.delete(table).where(isOwn)
    }
  }
}
