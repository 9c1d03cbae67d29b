import { withWords } from './engine/locator'
import type { Navigator } from './engine/navigator'
import type { Place } from './engine/whereabouts'
import type { TextBookmarks } from './use-text-bookmarks'

/** The bookmarks on the screen: one that is there is taken away, one that is not is made. */
export function useMarks(
  bookmarks: TextBookmarks,
  place: Place | undefined,
  navigator: React.RefObject<Navigator | undefined>,
) {
  const here = place
    ? bookmarks.places.filter(({ locator }) => navigator.current?.shows(locator, place))
    : []
  const bookmark = () => {
    for (const { id } of here) bookmarks.remove(id)
    if (place && here.length === 0) bookmarks.add(withWords(place.locator, place.range))
  }
  return { isMarked: here.length > 0, bookmark }
}
