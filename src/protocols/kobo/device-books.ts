/** Builds books in the format that devices receive, and checks whether IDs belong to such books. */
import { listBooksByIds } from '../../catalog/books/service'
import { listBookFacts } from '../../catalog/books/metadata/service'
import type { BookView } from '../../catalog/books/model'
import type { Context } from '../../context'
import type { DeviceRequest } from './devices'
import {
  buildEntitlement,
  buildMetadata,
  buildReadingState,
  type KoboReadingState,
} from './entitlements'
import { findKoboBooks, listProgressTimes, mapCoverHashes, wasAnySent } from './queries'

export interface DeviceBook {
  id: string
  entitlement: object
  metadata: object
  state: KoboReadingState
  /** Time at which the progress in `state` changed, or null if there is no progress. */
  progressAt: Date | null
}

interface BookList {
  books: readonly BookView[]
  /** Base URL containing the device's key. */
  base: string
  /** Revision IDs to use instead of those that are stored for the device, keyed by book ID. */
  revisions?: ReadonlyMap<string, string | null>
}

/** Returns the books for a device, keyed by ID and in the given order. */
export async function listDeviceBooks(
  ctx: Context,
  { device, viewer }: DeviceRequest,
  { books, base, revisions }: BookList,
): Promise<Map<string, DeviceBook>> {
  const ids = books.map(({ id }) => id)
  const facts = await listBookFacts(ctx, viewer, ids)
  const times = await listProgressTimes(ctx.db, viewer.userId, ids)
  const progressAt = new Map(times.map(({ bookId, updatedAt }) => [bookId, updatedAt]))
  const known = new Map(
    (await findKoboBooks(ctx.db, device.id, ids)).map((row) => [row.bookId, row]),
  )
  const covers = await mapCoverHashes(ctx.db, ids)
  const toDeviceBook = (book: BookView): DeviceBook => {
    const { id, readProgress: progress } = book
    const row = known.get(id)
    const revisionId = (revisions ? revisions.get(id) : row?.revisionId) ?? id
    const isThere = row?.locationAt && row.locationAt.getTime() === progress?.updatedAt.getTime()
    const location = isThere ? (row.location ?? undefined) : undefined
    return {
      id,
      entitlement: buildEntitlement({ ...book, revisionId }),
      metadata: buildMetadata(book, {
        ...facts.get(id),
        base,
        revisionId,
        coverHash: covers.get(id),
      }),
      state: buildReadingState(book, { progress, location }),
      progressAt: progressAt.get(id) ?? null,
    }
  }
  return new Map(books.map((book) => [book.id, toDeviceBook(book)]))
}

/**
 * Returns whether one of these IDs belongs to a book that was sent to the device or that its user
 * can see. The IDs may be those of file revisions.
 */
export async function hasDeviceBook(
  ctx: Context,
  { device, viewer }: DeviceRequest,
  ids: readonly string[],
) {
  if (await wasAnySent(ctx.db, device.id, ids)) return true
  return (await listBooksByIds(ctx, viewer, ids)).length > 0
}
