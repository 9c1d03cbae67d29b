import { type RefObject, useRef, useState } from 'react'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import type { Zone } from './engine/turn-page'
import type { Panel } from './panels/page-side-panel'
import type { StageHandle } from './stage/stage'
import type { StripHandle } from './stage/strip'
import type { Reading } from './use-page-position'
import { useSpreadShift } from './use-spread-shift'
import { useStatusText } from './use-status-text'

interface ViewProps {
  readonly settings: Settings
  readonly reader: ReturnType<typeof useReaderSettings>
  readonly reading: Reading
  readonly place: RefObject<HTMLElement | null>
}

export type ReaderView = ReturnType<typeof usePageView>

/** Manages the open panels and the actions for taps and keys. */
export function usePageView({ settings, reader, reading, place }: ViewProps) {
  const stage = useRef<StageHandle>(null)
  const strip = useRef<StripHandle>(null)
  const [hasBars, setBars] = useState(true)
  const [panel, setPanel] = useState<Panel>(null)
  const [asksPage, setAsksPage] = useState(false)
  const statusText = useStatusText()
  const shift = useSpreadShift(settings, reader.change, reading)
  const act = (zone: Zone) => {
    if (zone === 'controls') setBars((shown) => !shown)
    else if (settings['reader.mode'] !== 'paged') {
      // The next book is below the last page, so scrolling further is the second gesture.
      if (strip.current?.scroll(zone) === false && zone === 'forward') reading.leave('next-book')
    } else if (reading.edge || !stage.current?.scroll(zone)) reading.go(zone)
  }
  return {
    ...statusText,
    stage,
    strip,
    hasBars,
    panel,
    asksPage,
    shift,
    act,
    toggle: (next: Panel) => setPanel((open) => (open === next ? null : next)),
    closePanel: () => setPanel(null),
    openGoToPage: () => setAsksPage(true),
    endAsking: () => setAsksPage(false),
    goToPage: (number: number) => {
      reading.goToPage(number)
      strip.current?.goToPage(number)
    },
    fullScreen: () => toggleFullScreen(place.current?.parentElement ?? null),
  }
}

function toggleFullScreen(element: HTMLElement | null) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void element?.requestFullscreen?.()
}
