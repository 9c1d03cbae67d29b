import { type RefObject, useRef, useState } from 'react'
import { doPanelsCover, type ReaderPanel, type ReaderPanels } from '../../frame/reader-panels'

/** Manages the open side panel. Closing it restores the focus. */
export function useTextPanels(rest: RefObject<HTMLElement | null>): ReaderPanels {
  const [hasBars, setBars] = useState(true)
  const [panel, setPanel] = useState<ReaderPanel | null>(null)
  const opener = useRef<Element>(null)
  const close = () => {
    const hadFocus = document.activeElement?.closest('aside') != null
    setPanel(null)
    if (!hadFocus) return
    const { current } = opener
    const back =
      current instanceof HTMLElement && current.matches('button') ? current : rest.current
    // Delayed, so that a pending click on the button does not reopen the panel.
    requestAnimationFrame(() => back?.focus())
  }
  const toggle = (next: ReaderPanel) => {
    if (panel === next) return close()
    if (!panel) opener.current = document.activeElement
    setPanel(next)
  }
  const closeIfCovering = () => {
    if (panel && doPanelsCover()) close()
  }
  const toggleBars = () => setBars((are) => !are)
  return { panel, hasBars, toggle, close, closeIfCovering, toggleBars }
}
