import { useRef, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { findZone } from '../../pages/engine/turn-page'
import type { Bookmarks } from '../../hooks/use-bookmarks'
import type { useAdjacentBooks } from '../../hooks/use-adjacent-books'
import type { Settings } from '../../hooks/use-reader-settings'
import { type Enlargeable, findEnlargeable } from '../engine/layout/enlargeable'
import type { Locator } from '../engine/locator'
import type { Navigator, Opened } from '../engine/navigator'
import type { Place } from '../engine/position-tracker'
import { useFinalPosition } from './use-final-position'
import type { BookHighlights } from './use-highlights'
import { useMarks } from './use-marks'
import { useNavigation } from './use-navigation'
import { useNavigator } from './use-navigator'
import { useLinkTargets } from '../panels/use-link-targets'
import { useSidePanel } from '../panels/use-side-panel'
import { useTextKeys } from './use-text-keys'
import { useTextProgress } from './use-text-progress'

interface Options {
  readonly book: Schemas['Book']
  readonly opened: Opened
  readonly stored: Locator | null
  readonly settings: Settings
  readonly incognito: boolean
}

interface Parts {
  readonly main: React.RefObject<HTMLElement | null>
  readonly stage: React.RefObject<HTMLDivElement | null>
  readonly neighbors: ReturnType<typeof useAdjacentBooks>
  readonly bookmarks: Bookmarks
  readonly highlights: BookHighlights
}

/** Open panels, position, and actions for keys and taps. */
export function useView(options: Options, parts: Parts) {
  const { book, opened, stored, settings, incognito } = options
  const { main, stage, neighbors, bookmarks, highlights } = parts
  const { dir: direction = 'ltr' } = opened.book
  const [place, setPlace] = useState<Place>()
  const [hasBars, setBars] = useState(true)
  const navigator = useRef<Navigator>(undefined)
  const panels = useSidePanel(main)
  const [notes, enlarging] = [useLinkTargets(opened.book), useEnlarging()]
  useFinalPosition(navigator)
  const kept = useTextProgress({ book: incognito ? null : book.id, stored }, place)
  const moves = useNavigation({ place, navigator, open: neighbors.open, onMove })
  const { painting, ...marks } = useMarks({ bookmarks, highlights }, place, navigator)
  const onKey = useTextKeys({ direction, ...moves, ...marks, toggle: panels.toggle, leave })
  const { failure, colors } = useNavigator(
    { element: stage, navigator },
    { opened, settings },
    { onPlace, onKey, onLink, onWebsite: notes.openWebsite, onTap, ...painting },
  )
  const shown = { place, hasBars, direction, failure, colors, ...enlarging }
  return { ...shown, ...findChapters(navigator), ...kept, ...panels, ...notes, ...moves, ...marks }

  function onMove() {
    notes.closeNote()
    panels.closeIfCovering()
  }

  function onPlace(next: Place) {
    setPlace(next)
    kept.keep(next, moves.isRead(next))
  }

  function onLink(href: string, link: Element) {
    void notes.openNote(href, link).then((isNote) => isNote || moves.goToHref(href))
  }

  function onTap(x: number, y: number, target: EventTarget | null) {
    if (notes.note) return notes.closeNote()
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect()
    const rules = { direction, zones: settings['reader.tapZones'] }
    const zone = findZone({ x: x - box.x, y: y - box.y }, box, rules)
    if (zone !== 'controls' && settings['epub.flow'] !== 'scrolled') return moves.turn(zone)
    if (!enlarging.enlarge(target)) setBars((are) => !are)
  }

  function leave() {
    if (notes.note) return notes.closeNote()
    return panels.panel ? panels.close() : neighbors.leave()
  }
}

function useEnlarging() {
  const [enlarged, setEnlarged] = useState<Enlargeable>()
  const enlarge = (target: EventTarget | null) => {
    const found = findEnlargeable(target)
    setEnlarged(found)
    return found !== undefined
  }
  return { enlarged, enlarge, closeEnlarged: () => setEnlarged(undefined) }
}

const findChapters = ({ current }: React.RefObject<Navigator | undefined>) => ({
  chapterOf: (index: number) => current?.positionTracker.chapterOf(index),
  findChapter: (fraction: number) => current?.positionTracker.findChapter(fraction),
})

export type View = ReturnType<typeof useView>
