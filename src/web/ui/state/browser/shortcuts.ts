/**
 * Global shortcuts. A screen adds its own with `useKeys({ e: edit })`. Ignored while typing, and
 * with Ctrl, Alt or Meta unless the name includes them (`Ctrl+k`).
 */
import { useLayoutEffect } from 'react'
import { createStore } from '../store'

/** Whether the list of keys is shown. */
export const shortcutHelp = createStore(false)

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Maximum delay in milliseconds of the second key after G. */
const pairMs = 1_200

export function useKeys(keys: Keys) {
  // Registered in a layout effect: keys may arrive before the next frame.
  useLayoutEffect(() => {
    let leader: { key: string; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isTyping(event) && !event.ctrlKey)) return
      const key = getName(event)
      const isPair = leader && performance.now() - leader.at < pairMs
      const act = (isPair && keys[`${leader?.key} ${key}`]) || keys[key]
      leader = { key, at: performance.now() }
      if (!act) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [keys])
}

function getName({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) {
  const plain = key.length === 1 ? key.toLowerCase() : key
  if (altKey) return `Alt+${plain}`
  return ctrlKey || metaKey ? `Ctrl+${plain}` : plain
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
