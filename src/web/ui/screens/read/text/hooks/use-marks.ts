import { useEffect } from 'react'
import type { HighlightColor } from '../engine/highlights'
import type { Locator } from '../engine/locator'
import type { Navigator } from '../engine/navigator'
import type { Bookmarks } from '../../hooks/use-bookmarks'
import type { Place } from '../engine/position-tracker'
import type { BookHighlights } from './use-highlights'
import { useTextBookmarks } from './use-text-bookmarks'

interface Marks {
  readonly bookmarks: Bookmarks
  readonly highlights: BookHighlights
}

/** Bookmarks and highlights in the displayed text. The navigator uses `painting`. */
export function useMarks(
  { bookmarks, highlights }: Marks,
  place: Place | undefined,
  navigator: React.RefObject<Navigator | undefined>,
) {
  const marks = useTextBookmarks(bookmarks, place, navigator)
  return { ...marks, ...useMarking(highlights, navigator) }
}

/** Paints highlights in the text and creates them from the selection. */
function useMarking(
  { all, create, setHasSelection }: BookHighlights,
  navigator: React.RefObject<Navigator | undefined>,
) {
  useEffect(() => navigator.current?.repaint(), [all, navigator])
  return {
    painting: {
      listHighlights: () =>
        all.map(({ locator, color }) => ({ locator: locator as Locator, color })),
      onSelection: setHasSelection,
    },
    highlight(color: HighlightColor = 'yellow', isNoted = false) {
      const locator = navigator.current?.takeSelection()
      if (locator) create({ locator, color, isNoted })
      setHasSelection(false)
    },
  }
}
