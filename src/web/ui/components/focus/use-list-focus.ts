/** List whose entries disappear after an action: the focus moves to the next entry. */
import { type FocusEvent, useEffect, useRef } from 'react'

const isPressed = 'a[href], button, summary'

export function useListFocus() {
  const ref = useRef<HTMLUListElement>(null)
  /** Where the focus is, as long as it is in the list. */
  const focused = useRef<{ element: Element; place: number }>(undefined)
  useEffect(() => {
    const last = focused.current
    if (!last || last.element.isConnected) return
    focused.current = undefined
    // The focus was moved elsewhere.
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
    // Chromium tells of it just before the element is removed.
    queueMicrotask(() => {
      const isMoved = target.isConnected && focused.current?.element === target
      if (isMoved) focused.current = undefined
    })
  }
  return { ref, onFocus, onBlur }
}
