/**
 * Keyboard shortcuts. A screen adds its own with `useKeys({ e: edit })`. Only shortcuts with Ctrl
 * or Meta work while typing. A name such as `Ctrl+k` also covers Meta.
 */
import { useLayoutEffect } from 'react'
import { createStore } from '../store'
import { isSwitchedOff } from './single-keys'

/** Whether the list of keys is shown. */
export const shortcutHelp = createStore(false)

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Maximum delay in milliseconds for the second key after G. */
const pairMs = 1_200

interface Press {
  event: KeyboardEvent | undefined
  key: string
  at: number
}

const none: Press = { event: undefined, key: '', at: -Infinity }
/** The last two key presses, shared by all listeners, because they receive the same events. */
let [before, now] = [none, none]

function isSecondOfPair(event: KeyboardEvent, key: string) {
  if (now.event !== event) [before, now] = [now, { event, key, at: performance.now() }]
  return before.key === 'g' && now.at - before.at < pairMs
}

export function useKeys(keys: Keys) {
  // Registered in a layout effect, because keys may be pressed before the next frame.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isTyping(event) && !event.ctrlKey && !event.metaKey)) return
      if (isSwitchedOff(event)) return
      const key = getName(event)
      // For example, W adds to "Want to read", whereas G and then W opens that list.
      const act = keys[isSecondOfPair(event, key) ? `g ${key}` : key]
      if (!act || (key.length === 1 && isDialogOpen())) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [keys])
}

const modalDialogs = ':is(dialog[open], [role=dialog], [role=alertdialog]):not([aria-modal=false])'

/** Whether a modal dialog is open. Character keys must not act on content behind it. */
const isDialogOpen = () => document.querySelector(modalDialogs) !== null

function getName({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) {
  const plain = key.length === 1 ? key.toLowerCase() : key
  if (altKey) return `Alt+${plain}`
  return ctrlKey || metaKey ? `Ctrl+${plain}` : plain
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
