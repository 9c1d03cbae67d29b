/** Sends reading states to a device, and stores those that the device sends. */
import type { BookView, ReadProgressView } from '../../catalog/books/model'
import { getBookView } from '../../catalog/books/service'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { ReadingEvent } from '../../reading/progress/apply-reading-events'
import { keepDeviceName } from '../../reading/progress/progression'
import { markUnread, recordReading } from '../../reading/progress/service'
import { listDeviceBooks } from './device-books'
import type { DeviceRequest } from './devices'
import { roundPercent } from './entitlements'
import { parsePagePath } from './files/comic-documents'
import { koboMessages } from './messages'
import type { KoboLocation } from './model'
import { findKoboBooks, listProgressTimes, updateKoboBook } from './queries'

const maxText = 2000

export async function getReadingState(
  ctx: Context,
  exchange: DeviceRequest,
  { id, base }: { id: string; base: string },
) {
  const book = await getBookView(ctx, exchange.viewer, id)
  const books = await listDeviceBooks(ctx, exchange, { books: [book], base })
  return [books.get(id)!.state]
}

/**
 * Saves a reading state. A position only moves forward. The device's clock is not used, because the
 * device may send old positions after weeks without a network.
 */
export async function saveReadingState(
  ctx: Context,
  { device, viewer }: DeviceRequest,
  { id, body }: { id: string; body: object | undefined },
) {
  const sent = parseState(body)
  const state = { ...sent, page: findSentPage(sent, await getBookView(ctx, viewer, id)) }
  const sender = `kobo:${device.id}`
  if (sent.isUnread) {
    await markUnreadOnDevice(ctx, { device, viewer }, id)
    return buildSuccess(id)
  }
  const event = createEvent(state, sender)
  if (event) {
    const progress = await recordReading(ctx, viewer, id, event)
    if (progress) await storeLocation(ctx, { deviceId: device.id, progress, state })
    await keepDeviceName(ctx, { userId: viewer.userId, deviceId: sender, name: device.name })
  }
  return buildSuccess(id)
}

/**
 * Handles a report that a book is unread. Devices also report newly received books as unread, so
 * the report counts only if the device has reported this book before and knows the current
 * position.
 */
async function markUnreadOnDevice(ctx: Context, { device, viewer }: DeviceRequest, id: string) {
  const { userId } = viewer
  const [row] = await findKoboBooks(ctx.db, device.id, [id])
  const [progress] = await listProgressTimes(ctx.db, userId, [id])
  if (!row || !progress) return
  const isCurrent = row.sentProgressAt?.getTime() === progress.updatedAt.getTime()
  const isMarked = isCurrent && row.locationAt !== null
  if (isMarked) await markUnread(ctx, viewer, id, `kobo:${device.id}`)
  const [present] = isMarked ? await listProgressTimes(ctx.db, userId, [id]) : []
  // If the report was ignored, the next sync sends the position to the device.
  const change = isMarked ? { location: null, locationAt: null } : {}
  const book = { deviceId: device.id, bookId: id }
  await ctx.write((tx) =>
    updateKoboBook(tx, book, { ...change, sentProgressAt: present?.updatedAt ?? null }),
  )
}

/**
 * Returns the page of a comic, which is more precise than the percentage. Returns undefined for
 * text.
 */
function findSentPage({ location }: SentState, { fileFormat, pageCount }: BookView) {
  const page = location && fileFormat !== 'epub' ? parsePagePath(location.Source) : undefined
  return page !== undefined && page >= 1 && page <= pageCount ? page : undefined
}

/**
 * Returns undefined for a book that was only opened, because recording a position of 0 would
 * restart a completed book.
 */
function createEvent(
  { fraction = 0, isFinished, page }: PlacedState,
  device: string,
): ReadingEvent | undefined {
  const source = { origin: 'sync', device } as const
  const place = page === undefined ? { fraction } : { page }
  if (fraction > 0) {
    return { kind: 'position', ...source, ...place, ...(isFinished && { completed: true }) }
  }
  return isFinished ? { kind: 'completed', ...source } : undefined
}

interface SavedState {
  deviceId: string
  progress: ReadProgressView
  state: PlacedState
}

interface PlacedState extends SentState {
  /** Page number in a comic. */
  page: number | undefined
}

/** If the user is at a different position, the next sync sends it to the device. */
async function storeLocation(ctx: Context, { deviceId, progress, state }: SavedState) {
  const { bookId, updatedAt, progressPercentage, currentPage } = progress
  const isThere =
    state.page === undefined
      ? roundPercent(progressPercentage ?? 0) === roundPercent(state.fraction ?? 1)
      : state.page === currentPage
  const change = isThere
    ? { sentProgressAt: updatedAt, location: state.location ?? null, locationAt: updatedAt }
    : { sentProgressAt: null }
  await ctx.write((tx) => updateKoboBook(tx, { deviceId, bookId }, change))
}

function buildSuccess(id: string) {
  const success = { Result: 'Success' }
  const result = {
    EntitlementId: id,
    CurrentBookmarkResult: success,
    StatisticsResult: success,
    StatusInfoResult: success,
  }
  return { RequestResult: 'Success', UpdateResults: [result] }
}

interface SentState {
  fraction: number | undefined
  location: KoboLocation | undefined
  isFinished: boolean
  /** True if the user has marked the book as unread or has not opened it. */
  isUnread: boolean
}

function parseState(body: object | undefined): SentState {
  const { ReadingStates: states } = { ...body } as { ReadingStates?: unknown }
  const state: unknown = Array.isArray(states) ? states[0] : undefined
  if (!isObject(state)) throw createRefusal()
  const { CurrentBookmark: bookmark, StatusInfo: status } = state
  const percent = isObject(bookmark) ? bookmark['ProgressPercent'] : undefined
  const isNumber = typeof percent === 'number' && percent >= 0 && percent <= 100
  if (percent !== undefined && percent !== null && !isNumber) throw createRefusal()
  const name = readStatus(status)
  return {
    fraction: isNumber ? percent / 100 : undefined,
    location: isObject(bookmark) ? parseLocation(bookmark['Location']) : undefined,
    isFinished: name === 'Finished',
    isUnread: name === 'ReadyToRead' && !percent,
  }
}

const readStatus = (status: unknown) => (isObject(status) ? status['Status'] : undefined)

function parseLocation(value: unknown): KoboLocation | undefined {
  if (!isObject(value)) return undefined
  const { Source, Type, Value } = value
  return isShort(Source) && isShort(Type) && isShort(Value) ? { Source, Type, Value } : undefined
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxText
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const createRefusal = () => new Refusal('invalid', koboMessages.state_invalid())
