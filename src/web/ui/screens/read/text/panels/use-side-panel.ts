import { useRef, useState } from 'react'
import type { TextPanel } from './text-panel'

/** On a phone a panel lies over the text. */
const coversText = '(max-width: 700px)'

/** What is open beside the text. The focus goes back to where it was when it was opened. */
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
    // The button may be pressed once more only after the panel is gone.
    requestAnimationFrame(() => back?.focus())
  }
  const toggle = (next: TextPanel) => {
    if (panel === next) return close()
    if (!panel) opener.current = document.activeElement
    setPanel(next)
  }
  /** What was chosen in it is to be seen. */
  const closeIfCovering = () => {
    if (panel && matchMedia(coversText).matches) close()
  }
  return { panel, toggle, close, closeIfCovering }
}
