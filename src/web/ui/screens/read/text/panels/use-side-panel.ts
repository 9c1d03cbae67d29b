import { useRef, useState } from 'react'
import type { TextPanel } from './text-panel'

/** Media query for phones, on which panels cover the text. */
const coversText = '(max-width: 700px)'

/** The open side panel. Closing it restores the focus. */
export function useSidePanel(rest: React.RefObject<HTMLElement | null>) {
  const [panel, setPanel] = useState<TextPanel>(null)
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
  const toggle = (next: TextPanel) => {
    if (panel === next) return close()
    if (!panel) opener.current = document.activeElement
    setPanel(next)
  }
  /** Called when the user has chosen a target, so that no panel covers it. */
  const closeIfCovering = () => {
    if (panel && matchMedia(coversText).matches) close()
  }
  return { panel, toggle, close, closeIfCovering }
}
