/** Moves the focus to the next entry in lists whose entries disappear after an action. */
import { type FocusEvent, useEffect, useRef } from 'react'

const isPressed = 'a[href], button, summary'

export function useListFocus() {
  const ref = useRef<HTMLUListElement>(null)
  /** The focused element, while it is in the list. */
  const focused = useRef<{ element: Element; place: number }>(undefined)
  useEffect(() => {
    const last = focused.current
    if (!last || last.element.isConnected) return
    focused.current = undefined
    // The focus has been moved elsewhere in the meantime.
    if (document.activeElement !== document.body) return
    const entries = ref.current?.children ?? []
    const next = entries[Math.min(last.place, entries.length - 1)]
    next?.querySelector<HTMLElement>(isPressed)?.focus()
  })
  const onFocus = ({ target }: FocusEvent<HTMLUListElement>) => {
    const entries = [...(ref.current?.children ?? [])]
    focused.current = {
      element: target,
      place: entries.findIndex((entry) => entry.contains(target)),
    }
  }
  const onBlur = ({ target }: FocusEvent<HTMLUListElement>) => {
    // Chromium fires this event just before the element is removed.
    queueMicrotask(() => {
      const isMoved = target.isConnected && focused.current?.element === target
      if (isMoved) focused.current = undefined
    })
  }
  return { ref, onFocus, onBlur }
}
