/** Converts a bookmark of another program to a place in the book on this server. Pure. */
import type { ImportedBookmark } from '../../../../reading/bookmarks/imported-bookmarks'
import { maxPage } from '../../../../reading/bookmarks/model'
import type { WaitingPersonal } from '../waiting-facts'
import type { MarkLocators } from './find-mark-places'
import type { FoundPersonal } from './found-personal'

type FoundBookmark = FoundPersonal<Extract<WaitingPersonal, { kind: 'bookmark' }>>

/** Returns undefined for a place that the book does not have. */
export function placeBookmark(
  { personal, item, pages }: FoundBookmark,
  at: Date,
  locators: MarkLocators,
): ImportedBookmark | undefined {
  const { page, note } = personal
  const common = { bookId: item.id, note, at }
  if (page === null) {
    const found = locators.get(personal)
    const locator = found ?? personal.locator
    const fraction = found?.locations.totalProgression ?? personal.fraction
    if (locator === null || fraction === null) return undefined
    return { ...common, page, locator, fraction }
  }
  const place = toPageHere(page, pages)
  if (place === undefined) return undefined
  const isKnown = pages !== null && pages.here > 0
  return { ...common, page: place, locator: null, fraction: isKnown ? (place - 1) / pages.here : 0 }
}

/**
 * Returns the page at the same fraction of the book if the two files have different page counts,
 * or else the same page. Returns undefined if that page does not exist.
 */
function toPageHere(page: number, pages: FoundPersonal['pages']): number | undefined {
  const { here = 0, there = null } = pages ?? {}
  if (here === 0) return page <= maxPage ? page : undefined
  const isSameLength = there === null || there === here
  const place = isSameLength ? page : Math.round(((page - 1) / there) * here) + 1
  return place <= here ? place : undefined
}
