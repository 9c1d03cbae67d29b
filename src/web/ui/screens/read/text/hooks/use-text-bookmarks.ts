import type { Schemas } from '../../../../api/client'
import type { ReaderMarks } from '../../frame/reader-marks'
import { type Bookmark, useBookmarks } from '../../hooks/use-bookmarks'
import { type Locator, withWords } from '../engine/locator'
import type { Navigator } from '../engine/navigator'
import type { Place } from '../engine/position-tracker'

interface MarkedPlace {
  readonly mark: Bookmark
  readonly locator: Locator
}

/** Returns the bookmarks that have a locator. */
export const markedPlaces = (marks: readonly Bookmark[]): MarkedPlace[] =>
  marks.flatMap((mark) => (mark.locator ? [{ mark, locator: mark.locator as Locator }] : []))

/** Returns the bookmarks of a text, whose positions are locators. */
export function useTextBookmarks(
  book: Schemas['Book'],
  place: Place | undefined,
  navigator: React.RefObject<Navigator | undefined>,
): ReaderMarks {
  const { marks, toggle, remove } = useBookmarks(book)
  const isAt = (here: Place) => (mark: Bookmark) =>
    markedPlaces([mark]).some(({ locator }) => navigator.current?.shows(locator, here))
  const toggleBookmark = () => {
    // The position that was rendered may be outdated.
    const here = navigator.current?.here()
    if (!here) return
    const { text, ...locator } = withWords(here.locator, here.range)
    toggle(isAt(here), {
      page: null,
      locator: { ...locator, locations: { ...locator.locations }, ...(text && { text }) },
    })
  }
  return {
    bookmarks: marks,
    isMarked: place !== undefined && marks.some(isAt(place)),
    toggleBookmark,
    removeBookmark: remove,
  }
}
