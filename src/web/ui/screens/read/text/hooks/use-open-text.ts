import { type RefObject, useRef, useEffect } from 'react'
import type { Schemas } from '../../../../api/client'
import type { useAdjacentBooks } from '../../hooks/use-adjacent-books'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Locator } from '../engine/locator'
import type { Navigator, Opened } from '../engine/navigator'
import { useHighlights, type BookHighlights } from './use-highlights'
import { useNavigator } from './use-navigator'
import { useLinkTargets } from '../panels/use-link-targets'
import { useTextPanels } from '../panels/use-text-panels'
import { useTextBookmarks } from './use-text-bookmarks'
import { useTextKeys } from './use-text-keys'
import { useTextPlace } from './use-text-place'
import { useTextTaps } from './use-text-taps'
import type { HighlightColor } from '../engine/highlights'

interface TextOptions {
  readonly book: Schemas['Book']
  readonly opened: Opened
  /** Position last saved by any device, or by this browser if the server is unreachable. */
  readonly stored: Locator | null
  readonly settings: Settings
  readonly incognito: boolean
}

interface Surroundings {
  readonly main: RefObject<HTMLElement | null>
  readonly stage: RefObject<HTMLDivElement | null>
  readonly neighbors: ReturnType<typeof useAdjacentBooks>
}

/** Shows the text, and connects its parts with taps, links and keys. */
export function useOpenText(
  { book, opened, stored, settings, incognito }: TextOptions,
  { main, stage, neighbors }: Surroundings,
) {
  const { dir: direction = 'ltr' } = opened.book
  const navigator = useRef<Navigator>(undefined)
  const panels = useTextPanels(main)
  const links = useLinkTargets(opened.book)
  const saved = { book: incognito ? null : book.id, stored }
  const { position, onPlace } = useTextPlace(saved, {
    navigator,
    direction,
    open: neighbors.open,
    onMove,
  })
  const marks = useTextBookmarks(book, position.place, navigator)
  const highlights = useHighlights(book.id)
  const { painting, highlight } = useMarking(highlights, navigator)
  const taps = useTextTaps({ stage, direction, settings, links, panels, turn: position.turn })
  const onKey = useTextKeys({ position, panels, marks, highlight, leave })
  const { failure, colors } = useNavigator(
    { element: stage, navigator },
    { opened, settings },
    { onPlace, onKey, onLink, onWebsite: links.openWebsite, onTap: taps.onTap, ...painting },
  )
  return { position, panels, marks, highlights, highlight, links, taps, failure, colors }

  function onMove() {
    links.closeNote()
    panels.closeIfCovering()
  }

  function onLink(href: string, link: Element) {
    void links.openNote(href, link).then((isNote) => isNote || position.goToHref(href))
  }

  function leave() {
    if (links.note) return links.closeNote()
    return panels.panel ? panels.close() : neighbors.leave()
  }
}

export type OpenText = ReturnType<typeof useOpenText>

/** Paints highlights in the text and creates them from the selection. */
function useMarking(
  { all, create, setHasSelection }: BookHighlights,
  navigator: React.RefObject<Navigator | undefined>,
) {
  useEffect(() => navigator.current?.repaint(), [all, navigator])
  return {
    /** Callbacks for the navigator. */
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
