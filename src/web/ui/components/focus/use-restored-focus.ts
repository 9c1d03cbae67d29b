/** Restores keyboard focus in a list after Back. */
import { useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'

/** One key per history entry: a new visit to the same URL starts without focus. */
const getKey = (entry: string | undefined) => `quire-focus:${entry}`

/** Returns the click handler for the list. It must run before the link navigates. */
export function useRestoredFocus(list: RefObject<HTMLElement | null>) {
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const key = getKey(entry)
  const settled = useRef<string>(undefined)
  // Runs after each render, because the item may be rendered later.
  useEffect(() => {
    if (settled.current === key) return
    const index = sessionStorage.getItem(key)
    const item = list.current?.querySelector<HTMLElement>(`[data-index="${Number(index)}"] a`)
    if (index !== null && !item) return
    settled.current = key
    // Do not take the focus from another element.
    if (index !== null && document.activeElement === document.body) {
      item?.focus({ preventScroll: true })
    }
  })
  return ({ target }: MouseEvent) => {
    const place = (target as HTMLElement).closest<HTMLElement>('[data-index]')
    settled.current = key
    if (place) sessionStorage.setItem(key, place.dataset['index'] ?? '')
  }
}
