/** Locators refer to a part if the book is an EPUB, and otherwise to a page. */
import { findTextFile } from '../../../catalog/sidecars/service'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { ProgressionView } from '../../progress/model'
import { checkPartHref } from '../epub/epub-progression'
import { pageMessages } from '../messages'
import { findPage } from './paged-publication'
import { invalidBody } from '../../../platform/http/validation'

type Locator = ProgressionView['locator']

/** A part of an EPUB, or a page of any other book. */
type Place = { href: string } | { page: number }

/**
 * Validates a locator for a book. Returns its page or, for an EPUB, its `href` as it appears in the
 * manifest. Any locator is accepted until the file has been analyzed, because the format is unknown
 * until then.
 */
export async function resolveLocator(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  locator: Locator,
): Promise<Place> {
  const { format, pageCount } = await getVisibleBook(ctx, viewer, bookId)
  if (format === null) return { href: locator.href }
  const page = findPage(locator)
  if (format === 'epub') {
    if (page !== undefined) throw invalidBody('locator.href', pageMessages.href_not_in_book())
    return { href: await checkPartHref(ctx, viewer, bookId, locator.href) }
  }
  if (page === undefined) throw invalidBody('locator.href', pageMessages.href_not_a_page())
  if (pageCount > 0 && page > pageCount) {
    throw invalidBody('locator', pageMessages.page_beyond_end({ max: pageCount }))
  }
  return { page }
}

/**
 * Validates a locator for a highlight, and returns its `href`. Throws if the book is known to have
 * no text that can be highlighted. An EPUB, a PDF, and a comic with a text file next to it have
 * such text.
 */
export async function resolveTextLocator(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  locator: Locator,
): Promise<string> {
  const book = await getVisibleBook(ctx, viewer, bookId)
  const { format } = book
  const isText = format === null || format === 'epub' || format === 'pdf'
  if (!isText && !(await findTextFile(ctx.db, book)))
    throw invalidBody('locator', pageMessages.no_text())
  const place = await resolveLocator(ctx, viewer, bookId, locator)
  return 'href' in place ? place.href : locator.href
}
