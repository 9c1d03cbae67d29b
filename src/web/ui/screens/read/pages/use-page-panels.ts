import { useMemo, useState } from 'react'
import { doPanelsCover, type ReaderPanel, type ReaderPanels } from '../frame/reader-panels'

/** Manages the open side panel. The panels themselves take the focus and restore it. */
export function usePagePanels(): ReaderPanels {
  const [hasBars, setBars] = useState(true)
  const [panel, setPanel] = useState<ReaderPanel | null>(null)
  return useMemo(
    () => ({
      panel,
      hasBars,
      toggle: (next) => setPanel((open) => (open === next ? null : next)),
      close: () => setPanel(null),
      closeIfCovering: () => {
        if (doPanelsCover()) setPanel(null)
      },
      toggleBars: () => setBars((shown) => !shown),
    }),
    [panel, hasBars],
  )
}
