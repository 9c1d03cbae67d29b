import type { Bookmark, Bookmarks } from '../../hooks/use-bookmarks'
import { type Locator, withWords } from '../engine/locator'
import type { Navigator } from '../engine/navigator'
import type { Place } from '../engine/position-tracker'

export interface MarkedPlace {
  readonly mark: Bookmark
  readonly locator: Locator
}

/** Bookmarks that have a locator. */
export const markedPlaces = (marks: readonly Bookmark[]): MarkedPlace[] =>
  marks.flatMap((mark) => (mark.locator ? [{ mark, locator: mark.locator as Locator }] : []))

/** Adds a bookmark at the current position, or removes those that are on the screen. */
export function useTextBookmarks(
  { marks, toggle }: Bookmarks,
  place: Place | undefined,
  navigator: React.RefObject<Navigator | undefined>,
) {
  const isAt = (here: Place) => (mark: Bookmark) =>
    markedPlaces([mark]).some(({ locator }) => navigator.current?.shows(locator, here))
  const bookmark = () => {
    // The position that was rendered may be outdated.
    const here = navigator.current?.here()
    if (!here) return
    const { text, ...locator } = withWords(here.locator, here.range)
    toggle(isAt(here), {
      page: null,
      locator: { ...locator, locations: { ...locator.locations }, ...(text && { text }) },
    })
  }
  return { isMarked: place !== undefined && marks.some(isAt(place)), bookmark }
}
