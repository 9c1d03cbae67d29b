import { type RefObject, useState } from 'react'
import { findZone, type Way } from '../../pages/engine/turn-page'
import type { Settings } from '../../hooks/use-reader-settings'
import { type Enlargeable, findEnlargeable } from '../engine/layout/enlargeable'
import type { useLinkTargets } from '../panels/use-link-targets'
import type { useTextPanels } from '../panels/use-text-panels'

interface TapOptions {
  readonly stage: RefObject<HTMLElement | null>
  readonly direction: 'ltr' | 'rtl'
  readonly settings: Settings
  readonly links: ReturnType<typeof useLinkTargets>
  readonly panels: ReturnType<typeof useTextPanels>
  turn(way: Way): void
}

/**
 * Handles taps: a tap closes a note, turns the page, enlarges a picture, or shows or hides the
 * toolbars.
 */
export function useTextTaps({ stage, direction, settings, links, panels, turn }: TapOptions) {
  const [enlarged, setEnlarged] = useState<Enlargeable>()
  return { enlarged, closeEnlarged: () => setEnlarged(undefined), onTap }

  function onTap(x: number, y: number, target: EventTarget | null) {
    if (links.note) return links.closeNote()
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect()
    const rules = { direction, zones: settings['reader.tapZones'] }
    const zone = findZone({ x: x - box.x, y: y - box.y }, box, rules)
    if (zone !== 'controls' && settings['epub.flow'] !== 'scrolled') return turn(zone)
    const found = findEnlargeable(target)
    setEnlarged(found)
    if (!found) panels.toggleBars()
  }
}
