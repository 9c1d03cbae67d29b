/** Lists changes for a device since its last sync, at most a hundred books at a time. */
import { listBooksByIds } from '../../catalog/books/service'
import type { BookView } from '../../catalog/books/model'
import type { Context } from '../../context'
import type { DeviceRequest } from './devices'
import { listDeviceBooks, type DeviceBook } from './device-books'
import { buildEntitlement } from './entitlements'
import { incrementBatch } from './device-queries'
import {
  listChangedBooks,
  listMovedBooks,
  listRemovedBooks,
  settleBatches,
  upsertSentBooks,
} from './queries'

const booksPerAnswer = 100

export interface SyncAnswer {
  items: object[]
  token: string
  hasMore: boolean
}

export async function syncLibrary(
  ctx: Context,
  { device, viewer }: DeviceRequest,
  { base, token }: { base: string; token: string | null },
): Promise<SyncAnswer> {
  const received = parseToken(token, device.id)
  await ctx.write((tx) => settleBatches(tx, device.id, received))
  const changes = await findChanges(ctx, { device, viewer })
  const { removed, changed, moved } = changes
  if (removed.length + changed.length + moved.length === 0) {
    return { items: [], token: formatToken(device.id, received), hasMore: false }
  }
  const versions = new Map([
    ...moved.map(({ id, sent }) => [id, sent] as const),
    ...changed.map((row) => [row.id, createVersion(row)] as const),
  ])
  const views = await listBooksByIds(ctx, viewer, [...versions.keys()])
  const revisions = new Map([...versions].map(([id, { revisionId }]) => [id, revisionId]))
  const books = await listDeviceBooks(ctx, { device, viewer }, { books: views, base, revisions })
  const isKnown = new Set(changed.filter(({ stored }) => isOnDevice(stored)).map(({ id }) => id))
  const isMoved = new Set(moved.map(({ id }) => id))
  const batch = await ctx.write(async (tx) => {
    const next = await incrementBatch(tx, device.id)
    const toRow = (bookId: string, view?: BookView) => ({
      deviceId: device.id,
      bookId,
      ...(view && versions.get(bookId)),
      sentProgressAt: books.get(bookId)?.progressAt ?? null,
      batch: next,
      isRemoved: !view,
      isPositionOnly: isMoved.has(bookId),
    })
    const rows = [
      ...removed.map(({ id }) => toRow(id)),
      ...views.map((view) => toRow(view.id, view)),
    ]
    await upsertSentBooks(tx, rows, received)
    return next
  })
  return {
    items: [
      ...removed.map(({ id }) => buildRemoval(ctx, id)),
      ...[...books.values()].flatMap((book) =>
        isMoved.has(book.id) ? [buildMove(book)] : buildChange(book, isKnown.has(book.id)),
      ),
    ],
    token: formatToken(device.id, batch),
    hasMore: changes.hasMore,
  }
}

type ChangedBook = Awaited<ReturnType<typeof listChangedBooks>>[number]

/**
 * Returns whether the device has the book. Rows of responses that the device did not receive must
 * already have been reset by `settleBatches`.
 */
const isOnDevice = (stored: ChangedBook['stored']) =>
  stored !== null && stored.batch > 0 && !stored.isRemoved

/** A new file needs a new revision ID, so that the device downloads it. */
function createVersion({ current, stored }: ChangedBook) {
  const { sentContent = null, revisionId = null } = stored ?? {}
  const isOtherFile = sentContent !== null && sentContent !== current.sentContent
  return { ...current, revisionId: isOtherFile ? Bun.randomUUIDv7() : revisionId }
}

/** Removals come first, because they free up space on the device. */
async function findChanges(ctx: Context, { device, viewer }: DeviceRequest) {
  let left = booksPerAnswer
  const take = async <Row>(list: (limit: number) => Promise<Row[]>): Promise<Row[]> => {
    const rows = left > 0 ? await list(left) : []
    left -= rows.length
    return rows
  }
  const { heavy } = ctx
  const removed = await take((limit) => listRemovedBooks(heavy, viewer, device.id, limit))
  const changed = await take((limit) => listChangedBooks(heavy, viewer, device.id, limit))
  const found = await take((limit) => listMovedBooks(heavy, viewer, device.id, limit))
  const isSentWhole = new Set(changed.map(({ id }) => id))
  const moved = found.filter(({ id }) => !isSentWhole.has(id))
  return { removed, changed, moved, hasMore: left === 0 }
}

/** Devices ignore the reading state in a changed entitlement, so it is also sent separately. */
function buildChange(book: DeviceBook, isKnown: boolean): object[] {
  const { entitlement, metadata, state, progressAt } = book
  const change = { BookEntitlement: entitlement, BookMetadata: metadata, ReadingState: state }
  if (!isKnown) return [{ NewEntitlement: change }]
  return [{ ChangedEntitlement: change }, ...(progressAt ? [buildMove(book)] : [])]
}

const buildMove = ({ state }: DeviceBook) => ({ ChangedReadingState: { ReadingState: state } })

function buildRemoval(ctx: Context, id: string) {
  const now = ctx.clock.now()
  const book = { id, createdAt: now, updatedAt: now }
  return { ChangedEntitlement: { BookEntitlement: buildEntitlement(book, true) } }
}

/** Opaque to the device, which sends back the last token that it received. */
export const formatToken = (deviceId: string, batch: number) =>
  Buffer.from(JSON.stringify({ device: deviceId, batch })).toString('base64')

/**
 * Returns the number of the last response that the device received. Returns 0 for a device that was
 * reset and for tokens from a different server, so that everything is sent again.
 */
export function parseToken(token: string | null, deviceId: string): number {
  if (!token || token.length > 1000) return 0
  const text = Buffer.from(token, 'base64').toString('utf8')
  const [, device, batch] = /^\{"device":"([^"]{1,100})","batch":(\d{1,9})\}$/.exec(text) ?? []
  return device === deviceId ? Number(batch) : 0
}
