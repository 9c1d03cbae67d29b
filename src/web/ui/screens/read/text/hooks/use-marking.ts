import { useEffect } from 'react'
import type { HighlightColor } from '../engine/highlights'
import type { Locator } from '../engine/locator'
import type { Navigator } from '../engine/navigator'
import type { BookHighlights } from './use-highlights'

/** Paints highlights in the text and creates them from the selection. */
export function useMarking(
  { all, create, setHasSelection }: BookHighlights,
  navigator: React.RefObject<Navigator | undefined>,
) {
  useEffect(() => navigator.current?.repaint(), [all, navigator])
  return {
    /** For the navigator. */
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
