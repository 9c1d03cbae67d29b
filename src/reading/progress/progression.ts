/** Readium progression: the reading position of an app as a locator. */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import type { Viewer } from '../../accounts/permissions/model'
import { type ProgressionUpdate, type ProgressionView } from './model'
import { findBookWithProgress, findDevice, hasDeviceName, saveDeviceName } from './queries'
import { valueMessages } from '../../platform/messages/common'
import { bookMessages } from '../../catalog/books/messages'
import { progressMessages } from './messages'
import { recordReading, parseTime } from './service'
import { invalidBody } from '../../platform/http/validation'

const maxLocatorBytes = 8192

export type Locator = ProgressionView['locator']

export interface Progression extends Omit<ProgressionView, 'locator'> {
  /** null if the position was set as a page. */
  locator: Locator | null
  page: number
  fraction: number
  /** The book's page count, or 0 if unknown. */
  pageCount: number
}

/** Finds the reading position. Returns undefined if the book was not started. */
export async function findProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
): Promise<Progression | undefined> {
  const book = await findBookWithProgress(ctx.db, viewer, bookId)
  if (!book) throw notFound(bookMessages.not_found())
  const { progress, pageCount } = book
  if (!progress?.started) return undefined
  return {
    device: await findDevice(ctx.db, progress),
    modified: progress.positionAt,
    locator: progress.locator as Locator | null,
    page: progress.page,
    fraction: progress.fraction,
    pageCount,
  }
}

export async function recordProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { device, modified, locator }: ProgressionUpdate,
) {
  if (Buffer.byteLength(JSON.stringify(locator)) > maxLocatorBytes) {
    throw invalidBody('locator', valueMessages.max_bytes({ max: maxLocatorBytes }))
  }
  const { totalProgression, position } = locator.locations
  if (typeof totalProgression !== 'number' && typeof position !== 'number') {
    throw invalidBody('locator.locations', progressMessages.locator_position())
  }
  const isWhole = typeof totalProgression === 'number'
  await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'explicit',
    page: isWhole ? undefined : (position ?? undefined),
    fraction: totalProgression ?? undefined,
    // Readium positions differ from Quire's page numbers, so a position alone must not complete the
    // book.
    completed: isWhole ? undefined : false,
    locator,
    device: device?.id,
    happenedAt: parseTime(modified, 'modified'),
  })
  await keepName(ctx, viewer, device)
}

interface PageProgression extends ProgressionUpdate {
  page: number
}

/** Records a position in a book whose positions are pages. The page replaces the locator. */
export async function recordPageProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { device, modified, page }: PageProgression,
) {
  await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'explicit',
    page,
    device: device?.id,
    happenedAt: parseTime(modified, 'modified'),
    check: ({ pageCount }) => {
      // The page count is unknown until the file has been analyzed.
      if (pageCount === 0 || page <= pageCount) return
      throw invalidBody('locator', progressMessages.page_after_end({ count: pageCount }))
    },
  })
  await keepName(ctx, viewer, device)
}

async function keepName(ctx: Context, { userId }: Viewer, device: ProgressionUpdate['device']) {
  if (device?.name) await keepDeviceName(ctx, { userId, deviceId: device.id, name: device.name })
}

/** Stores the name of a device if it has changed. Apps send the name with each position. */
export async function keepDeviceName(ctx: Context, device: Parameters<typeof saveDeviceName>[1]) {
  if (await hasDeviceName(ctx.db, device)) return
  await ctx.writeForUser(device.userId, (tx) => saveDeviceName(tx, device))
}
