import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { bookVisibleTo } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import { thumbnails } from '../../artwork/thumbnails/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { excludedColumn } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { bookProgress } from '../../reading/progress/schema'
import { koboBooks } from './schema'

/**
 * Marks books that the device did not receive, so that they are sent again. Books that the device
 * already had are sent as changes. A device without a token was reset, so it has no books to
 * remove.
 */
export async function settleBatches(tx: Tx, deviceId: string, received: number) {
  const isOfDevice = eq(koboBooks.deviceId, deviceId)
  if (received === 0) {
    await tx.delete(koboBooks).where(and(isOfDevice, eq(koboBooks.isRemoved, true)))
  }
  const isLost = and(isOfDevice, gt(koboBooks.batch, received))
  const wasKnown = and(
    isLost,
    lte(koboBooks.receivedBatch, received),
    // Removed books are excluded, because the device may have removed them even if the response was
    // lost.
    eq(koboBooks.isRemoved, false),
  )
  const before = { sentProgressAt: null, batch: sql`${koboBooks.receivedBatch}` }
  await tx
    .update(koboBooks)
    .set(before)
    .where(and(wasKnown, eq(koboBooks.isPositionOnly, true)))
  await tx
    .update(koboBooks)
    .set({ ...before, sentVersion: null })
    .where(wasKnown)
  await tx
    .update(koboBooks)
    .set({ sentVersion: null, sentProgressAt: null, isRemoved: false, batch: 0 })
    .where(isLost)
}

/** Books in these formats are sent as e-books that consist of their pages. */
const pagedFormats = ['cbz', 'cbr', 'cb7', 'cbt', 'folder', 'pdf']

/** Condition for books that are not missing and that devices can read. */
const isSent = and(
  isNull(books.missingSince),
  or(eq(books.format, 'epub'), and(inArray(books.format, pagedFormats), gt(books.pageCount, 0))),
)

/** Identifies the content of the file: the fingerprint, or else the size. */
const content = sql<string>`coalesce(${books.fingerprint}, cast(${books.size} as text))`

/** The version of a book that a response sends to a device. */
const currentVersion = {
  sentVersion: books.updatedAt,
  sentSeries: series.title,
  sentCover: thumbnails.hash,
  sentContent: content,
}

const sentColumns = {
  sentVersion: koboBooks.sentVersion,
  sentSeries: koboBooks.sentSeries,
  sentCover: koboBooks.sentCover,
  sentContent: koboBooks.sentContent,
  revisionId: koboBooks.revisionId,
}

const storedVersion = {
  // Must be the first column, because it is never null: drizzle treats a joined row as missing if
  // its first column is null.
  batch: koboBooks.batch,
  isRemoved: koboBooks.isRemoved,
  ...sentColumns,
}

/**
 * Lists books that the device does not have or has in an outdated version, in the order in which
 * they were added. Excludes books that the user deleted on the device.
 */
export async function listChangedBooks(db: Db, viewer: Viewer, deviceId: string, limit: number) {
  const isChanged = or(
    isNull(koboBooks.bookId),
    isNull(koboBooks.sentVersion),
    ne(koboBooks.sentVersion, books.updatedAt),
    ne(series.title, sql`coalesce(${koboBooks.sentSeries}, '')`),
    // A cover that has not been created yet does not count as a change.
    ne(thumbnails.hash, sql`coalesce(${koboBooks.sentCover}, '')`),
    ne(content, sql`coalesce(${koboBooks.sentContent}, '')`),
  )
  return db
    .select({ id: books.id, current: currentVersion, stored: storedVersion })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(thumbnails, eq(thumbnails.ownerId, books.id))
    .leftJoin(koboBooks, and(eq(koboBooks.deviceId, deviceId), eq(koboBooks.bookId, books.id)))
    .where(
      and(
        isSent,
        bookVisibleTo(viewer),
        isChanged,
        or(isNull(koboBooks.isDismissed), eq(koboBooks.isDismissed, false)),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)
}

/** Lists IDs of books that were deleted on the device, but would otherwise be sent to it. */
export async function listDismissedBooks(
  db: Db,
  viewer: Viewer,
  { deviceId, bookId, limit }: { deviceId: string; bookId?: string; limit: number },
): Promise<string[]> {
  const isOfDevice = and(eq(koboBooks.deviceId, deviceId), eq(koboBooks.isDismissed, true))
  const isAsked = bookId === undefined ? undefined : eq(books.id, bookId)
  const rows = await db
    .select({ id: books.id })
    .from(koboBooks)
    .innerJoin(books, eq(books.id, koboBooks.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(isOfDevice, isAsked, isSent, bookVisibleTo(viewer)))
    .orderBy(asc(books.n))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists IDs of books on the device that can no longer be sent or that its user cannot see. */
export async function listRemovedBooks(db: Db, viewer: Viewer, deviceId: string, limit: number) {
  const visible = db
    .select({ one: sql`1` })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(eq(books.id, koboBooks.bookId), isSent, bookVisibleTo(viewer)))
  return db
    .select({ id: koboBooks.bookId })
    .from(koboBooks)
    .where(
      and(
        eq(koboBooks.deviceId, deviceId),
        eq(koboBooks.isRemoved, false),
        eq(koboBooks.isDismissed, false),
        sql`not exists ${visible}`,
      ),
    )
    .orderBy(asc(koboBooks.bookId))
    .limit(limit)
}

/**
 * Lists books whose progress was never sent to the device, or has changed since it was last sent to
 * or received from the device.
 */
export async function listMovedBooks(db: Db, viewer: Viewer, deviceId: string, limit: number) {
  return db
    .select({ id: books.id, sent: sentColumns })
    .from(koboBooks)
    .innerJoin(books, eq(books.id, koboBooks.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(
      bookProgress,
      and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, viewer.userId)),
    )
    .where(
      and(
        eq(koboBooks.deviceId, deviceId),
        eq(koboBooks.isRemoved, false),
        eq(koboBooks.isDismissed, false),
        bookVisibleTo(viewer),
        or(isNull(koboBooks.sentProgressAt), ne(koboBooks.sentProgressAt, bookProgress.updatedAt)),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)
}

type KoboBook = typeof koboBooks.$inferInsert

/** Stores sent books. `received` is the number of the last response that the device received. */
export async function upsertSentBooks(tx: Tx, rows: readonly KoboBook[], received: number) {
  if (rows.length === 0) return
  const { batch, receivedBatch, isRemoved } = koboBooks
  // Responses to concurrent requests do not count as received yet.
  const lastReceived = sql`case when ${batch} > ${received} then ${receivedBatch}
    when ${batch} > 0 and not ${isRemoved} then ${batch} end`
  await tx
    .insert(koboBooks)
    .values([...rows])
    .onConflictDoUpdate({
      target: [koboBooks.deviceId, koboBooks.bookId],
      set: {
        sentVersion: excludedColumn('sentVersion'),
        sentSeries: excludedColumn('sentSeries'),
        sentCover: excludedColumn('sentCover'),
        sentContent: excludedColumn('sentContent'),
        revisionId: excludedColumn('revisionId'),
        sentProgressAt: excludedColumn('sentProgressAt'),
        batch: excludedColumn('batch'),
        receivedBatch: lastReceived,
        isPositionOnly: excludedColumn('isPositionOnly'),
        isRemoved: excludedColumn('isRemoved'),
      },
    })
}

export async function updateKoboBook(
  tx: Tx,
  { deviceId, bookId }: Pick<KoboBook, 'deviceId' | 'bookId'>,
  change: Partial<KoboBook>,
) {
  await tx
    .update(koboBooks)
    .set(change)
    .where(and(eq(koboBooks.deviceId, deviceId), eq(koboBooks.bookId, bookId)))
}

export async function findKoboBooks(db: Db, deviceId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select()
    .from(koboBooks)
    .where(and(eq(koboBooks.deviceId, deviceId), inArray(koboBooks.bookId, [...ids])))
}

/** Returns whether one of these books or revisions was sent to the device. */
export async function wasAnySent(db: Db, deviceId: string, ids: readonly string[]) {
  if (ids.length === 0) return false
  const isNamed = or(inArray(koboBooks.bookId, [...ids]), inArray(koboBooks.revisionId, [...ids]))
  const rows = await db
    .select({ bookId: koboBooks.bookId })
    .from(koboBooks)
    .where(and(eq(koboBooks.deviceId, deviceId), isNamed))
    .limit(1)
  return rows.length > 0
}

/**
 * Returns the book ID for an ID sent by the device, which is either a book ID or that of a later
 * file revision.
 */
export async function findBookId(db: Db, deviceId: string, id: string): Promise<string> {
  const [row] = await db
    .select({ bookId: koboBooks.bookId })
    .from(koboBooks)
    .where(and(eq(koboBooks.deviceId, deviceId), eq(koboBooks.revisionId, id)))
  return row?.bookId ?? id
}

/** Returns the hashes of covers, keyed by book. */
export async function mapCoverHashes(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .select({ id: thumbnails.ownerId, hash: thumbnails.hash })
    .from(thumbnails)
    .where(inArray(thumbnails.ownerId, [...ids]))
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/**
 * Finds when the user's progress in these books last changed, including books that were marked as
 * unread.
 */
export async function listProgressTimes(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ bookId: bookProgress.bookId, updatedAt: bookProgress.updatedAt })
    .from(bookProgress)
    .where(and(eq(bookProgress.userId, userId), inArray(bookProgress.bookId, [...ids])))
}
