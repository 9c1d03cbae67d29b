/** Who walks by keys and comes back to a list goes on where it was left. */
import { useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'

/** Of one place in the history: another visit to the same address begins anew. */
const getKey = (entry: string | undefined) => `quire-focus:${entry}`

/** What a list calls with each click in it, before its link leads on: then the place is another one already. */
export function useRestoredFocus(list: RefObject<HTMLElement | null>) {
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const key = getKey(entry)
  const settled = useRef<string>(undefined)
  // The item may be drawn late: until then it is looked for with every drawing.
  useEffect(() => {
    if (settled.current === key) return
    const index = sessionStorage.getItem(key)
    const item = list.current?.querySelector<HTMLElement>(`[data-index="${Number(index)}"] a`)
    if (index !== null && !item) return
    settled.current = key
    // Whoever went elsewhere meanwhile stays there.
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
