/**
 * Readium progression of a book. Locators for an EPUB refer to a part of its file. Locators for
 * other books refer to a page.
 */
import { getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Publication } from '../../../media/epub/publication'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ProgressionUpdate, ProgressionView } from '../../progress/model'
import {
  findProgression,
  recordPageProgression,
  recordProgression,
} from '../../progress/progression'
import { pageMessages } from '../messages'
import { buildLocator, normalizeHref } from './locators'
import { buildResourceHref } from './resource-href'
import { openPublication } from './publications'
import { buildPageLocator, findPage } from '../paged/paged-publication'
import { invalidBody } from '../../../platform/http/validation'

/**
 * Maximum time to wait for the file, so that a position is saved even if the disk is sleeping or
 * the network share is unavailable.
 */
const openLimitMs = 2_000
/** Used for KOReader, which gives up after two seconds. */
const quickLimitMs = 1_000
/**
 * Opening continues beyond the limits above, so that the publication is open when the next request
 * arrives.
 */
const openingTimeoutMs = 30_000

/**
 * Returns the progression, with a locator even if the position was set as a page. Returns undefined
 * if the book was not started or has no pages.
 */
export async function getProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  signal: AbortSignal,
): Promise<ProgressionView | undefined> {
  const found = await findProgression(ctx, viewer, bookId)
  if (!found) return undefined
  const { device, modified, locator } = found
  if (!(await isEpub(ctx, viewer, bookId))) {
    if (locator) return { device, modified, locator }
    const page = await buildPageLocator(ctx, viewer, bookId, found)
    return page && { device, modified, locator: page }
  }
  if (locator && !(await isLost(ctx, viewer, bookId, locator))) return { device, modified, locator }
  const { publication } = await openPublication(ctx, viewer, bookId, signal)
  const derived = buildLocator(publication.spine, found)
  return derived && { device, modified, locator: derived }
}

/**
 * Returns the number of the part that contains the position, starting at 1. Returns undefined if it
 * cannot be determined at the moment.
 */
export async function findPartNumber(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const publication = await tryOpen(ctx, viewer, bookId, quickLimitMs)
  const locator = publication && (await getProgression(ctx, viewer, bookId, signal))?.locator
  if (!locator) return undefined
  const [path] = locator.href.split('#')
  const index = publication.spine.findIndex(({ href }) => buildResourceHref(href) === path)
  return index === -1 ? undefined : index + 1
}

export async function setProgression(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  update: ProgressionUpdate,
) {
  if (!(await isEpub(ctx, viewer, bookId))) {
    const page = findPage(update.locator)
    // An app that sends its own locators receives them back unchanged.
    if (page === undefined) return recordProgression(ctx, viewer, bookId, update)
    return recordPageProgression(ctx, viewer, bookId, { ...update, page })
  }
  const href = await checkHref(ctx, viewer, bookId, update.locator)
  await recordProgression(ctx, viewer, bookId, { ...update, locator: { ...update.locator, href } })
}

async function checkHref(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { href }: ProgressionUpdate['locator'],
): Promise<string> {
  const known = await findProgression(ctx, viewer, bookId)
  // Usually, the part is the same as that of the previous position, which has already been checked.
  return known?.locator?.href === href ? href : checkPartHref(ctx, viewer, bookId, href)
}

/**
 * Returns the `href` as it appears in the manifest. Returns it unchanged if the book is not an EPUB
 * or its file cannot be opened at the moment. Throws if the EPUB has no such part.
 */
export async function checkPartHref(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  href: string,
): Promise<string> {
  const publication = await tryOpen(ctx, viewer, bookId)
  if (!publication) return href
  const normalized = normalizeHref(publication.spine, href)
  if (normalized === undefined) throw invalidBody('locator.href', pageMessages.href_not_in_book())
  return normalized
}

/** Returns whether the current file of the book lacks the part that the locator refers to. */
async function isLost(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { href }: ProgressionView['locator'],
) {
  const publication = await tryOpen(ctx, viewer, bookId)
  return publication !== undefined && normalizeHref(publication.spine, href) === undefined
}

/**
 * Opens the publication. Returns undefined if the book is not an EPUB or its file cannot be opened
 * within the limit.
 */
async function tryOpen(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  limitMs = openLimitMs,
): Promise<Publication | undefined> {
  if (!(await isEpub(ctx, viewer, bookId))) return undefined
  const limit = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => limit.resolve(undefined), limitMs)
  try {
    const opening = openPublication(ctx, viewer, bookId, AbortSignal.timeout(openingTimeoutMs))
    const opened = await Promise.race([opening.catch(ignoreUnreadableFile), limit.promise])
    return opened?.publication
  } finally {
    clearTimeout(timer)
  }
}

function ignoreUnreadableFile(error: unknown): undefined {
  const isExpected = error instanceof Refusal || (error as Error).name === 'TimeoutError'
  if (!isExpected) throw error
}

const isEpub = async (ctx: Context, viewer: Viewer, bookId: string) =>
  (await getVisibleBook(ctx, viewer, bookId)).format === 'epub'
