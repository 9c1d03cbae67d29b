/** Bookmarks, which are private to each user. Reading positions are part of the progress. */
import { getVisibleBook } from '../../catalog/books/service'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import { type Found, type Paging, parsePaging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import {
  type AllBookmarksQuery,
  type BookmarkCreation,
  type BookmarkPatch,
  type BookmarkView,
  bookmarksUpdated,
  maxInBook,
} from './model'
import {
  type BookmarkRow,
  countBookmarksInBook,
  deleteBookmark,
  listAllBookmarks,
  listBookmarksInBook,
  findBookmark,
  findBookmarkOnPage,
  insertBookmark,
  updateNote,
} from './queries'
import { valueMessages } from '../../platform/messages/common'
import { bookmarkMessages } from './messages'
import { resolveLocator } from '../pages/paged/locator-kinds'

type StoredLocator = NonNullable<BookmarkCreation['locator']>

const maxLocatorBytes = 16 * 1024

export async function listBookBookmarks(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  paging: Paging,
): Promise<Found<BookmarkView>> {
  await getVisibleBook(ctx, viewer, bookId)
  return buildViews(await listBookmarksInBook(ctx.db, viewer, bookId, paging))
}

export async function listOwnBookmarks(
  ctx: Context,
  viewer: Viewer,
  query: AllBookmarksQuery,
): Promise<Found<BookmarkView>> {
  const search = query.search?.trim() || undefined
  return buildViews(
    await listAllBookmarks(ctx.heavy, viewer, { search, paging: parsePaging(query) }),
  )
}

/** Adds a bookmark. If the page already has one, it is kept, and a given note replaces its note. */
export async function addBookmark(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  given: BookmarkCreation,
): Promise<{ bookmark: BookmarkView; isNew: boolean }> {
  const { pageCount } = await getVisibleBook(ctx, viewer, bookId)
  const { userId } = viewer
  const place = await resolvePlace(ctx, viewer, bookId, validatePosition(given, pageCount))
  const now = ctx.clock.now()
  const { id, isNew } = await ctx.writeForUser(userId, async (tx) => {
    const { page } = place
    const present = page === null ? undefined : await findBookmarkOnPage(tx, userId, bookId, page)
    if (present !== undefined) {
      if (given.note !== undefined) await updateNote(tx, present, given.note, now)
      return { id: present, isNew: false }
    }
    if ((await countBookmarksInBook(tx, userId, bookId)) >= maxInBook) {
      throw new Refusal('conflict', bookmarkMessages.too_many({ max: maxInBook }))
    }
    const values = { ...place, note: given.note ?? null, createdAt: now, updatedAt: now }
    return { id: await insertBookmark(tx, { userId, bookId, ...values }), isNew: true }
  })
  publishUpdate(ctx, viewer, bookId)
  return { bookmark: await getBookmark(ctx, viewer, bookId, id), isNew }
}

async function getBookmark(ctx: Context, viewer: Viewer, bookId: string, id: string) {
  const found = await findBookmark(ctx.db, viewer, bookId, id)
  if (!found) throw notFound(bookmarkMessages.not_found())
  return buildView(found)
}

export async function updateBookmark(
  ctx: Context,
  viewer: Viewer,
  { bookId, id }: { bookId: string; id: string },
  { note }: BookmarkPatch,
): Promise<BookmarkView> {
  await getBookmark(ctx, viewer, bookId, id)
  if (note !== undefined) {
    await ctx.writeForUser(viewer.userId, (tx) => updateNote(tx, id, note, ctx.clock.now()))
    publishUpdate(ctx, viewer, bookId)
  }
  return getBookmark(ctx, viewer, bookId, id)
}

export async function removeBookmark(ctx: Context, viewer: Viewer, bookId: string, id: string) {
  await getBookmark(ctx, viewer, bookId, id)
  await ctx.writeForUser(viewer.userId, (tx) => deleteBookmark(tx, id))
  publishUpdate(ctx, viewer, bookId)
}

/** Notifies the user's other open pages and devices. */
const publishUpdate = (ctx: Context, { userId }: Viewer, bookId: string) =>
  ctx.bus.publish(bookmarksUpdated, { userId, bookId })

function validatePosition({ page, locator }: BookmarkCreation, pageCount: number) {
  if ((page ?? null) === null) return validateTextPosition(locator ?? null)
  if (locator) throw invalidBody('page', bookmarkMessages.page_with_locator())
  // The page count is unknown until the file has been analyzed.
  if (pageCount > 0 && page! > pageCount)
    throw invalidBody('page', bookmarkMessages.page_range({ max: pageCount }))
  return { page: page!, locator: null, fraction: (page! - 1) / Math.max(1, pageCount) }
}

function validateTextPosition(locator: BookmarkCreation['locator'] | null) {
  if (!locator) throw invalidBody('page', bookmarkMessages.page_or_locator())
  if (Buffer.byteLength(JSON.stringify(locator)) > maxLocatorBytes) {
    throw invalidBody('locator', valueMessages.max_bytes({ max: maxLocatorBytes }))
  }
  const fraction = locator.locations.totalProgression ?? null
  if (fraction === null)
    throw invalidBody('locator.locations.totalProgression', valueMessages.missing())
  return { page: null, locator, fraction }
}

interface Place {
  page: number | null
  locator: StoredLocator | null
  fraction: number
}

/**
 * Converts a locator to a locator of a part or to a page. Throws if the book has no such part or
 * page.
 */
async function resolvePlace(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  place: Place,
): Promise<Place> {
  if (!place.locator) return place
  const found = await resolveLocator(ctx, viewer, bookId, place.locator)
  if ('page' in found) return { ...place, page: found.page, locator: null }
  return { ...place, locator: { ...place.locator, href: found.href } }
}

const buildViews = ({ data, total }: Found<BookmarkRow>) => ({ data: data.map(buildView), total })

const buildView = ({ locator, ...row }: BookmarkRow): BookmarkView => ({
  ...row,
  locator: locator as BookmarkView['locator'],
})
