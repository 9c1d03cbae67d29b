import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Hit } from './hits'

interface Walk {
  id: string
  hits: readonly Hit[]
  /** The text in the input, which may be newer than the results. */
  words: string
  /** Whether the results match the current text. */
  isCurrent: boolean
  open: (hit: Hit) => void
  read: (hit: Hit) => Promise<void>
}

/**
 * Arrow keys choose a result while the focus stays in the input. New results for the same text keep
 * the choice.
 */
export function useHitArrowKeys({ id, hits, words, isCurrent, open, read }: Walk) {
  const [chosen, setChosen] = useState<{ key: string; words: string }>()
  const place = chosen?.words === words ? hits.findIndex(({ key }) => key === chosen.key) : -1
  const at = Math.max(0, place)
  const go = (to: number) => setChosen({ key: hits[to]!.key, words })
  const take = (hit: Hit, isRead: boolean) => (isRead ? void read(hit) : open(hit))
  const takeOnceFound = useEnterWhenFound({ hit: hits[0], words, isCurrent, take })
  const walk = (to: number) => {
    const next = (to + hits.length) % hits.length
    go(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method editor, Enter accepts a suggestion.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    const hit = hits[at]
    const isRead = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && place < 0 && !isCurrent) takeOnceFound(isRead)
    else if (event.key === 'Enter' && hit) take(hit, isRead)
    else if (to !== undefined && hit) walk(to)
    else return
    event.preventDefault()
  }
  return { at, go, onKeyDown }
}

interface Finding {
  /** The first result. */
  hit: Hit | undefined
  words: string
  isCurrent: boolean
  take: (hit: Hit, isRead: boolean) => void
}

/**
 * Enter right after typing applies to the results that will arrive, not to those that are still
 * shown.
 */
function useEnterWhenFound({ hit, words, isCurrent, take }: Finding) {
  const wish = useRef<{ words: string; isRead: boolean }>(undefined)
  useLayoutEffect(() => {
    const wished = wish.current
    if (!wished || (wished.words === words && !isCurrent)) return
    wish.current = undefined
    if (wished.words === words && hit) take(hit, wished.isRead)
  })
  return (isRead: boolean) => {
    wish.current = { words, isRead }
  }
}
