import { useCallback, useLayoutEffect, useRef } from 'react'
import { isSwitchedOff } from '../../../../state/browser/single-keys'
import { getCommand } from '../../pages/engine/reader-keys'
import type { Direction } from '../../pages/engine/model'
import type { Way } from '../../pages/engine/turn-page'
import type { TextPanel } from '../panels/text-panel'

interface Actions {
  readonly direction: Direction
  turn(way: Way): void
  toggle(panel: TextPanel): void
  bookmark(): void
  /** Highlights the selected text. */
  highlight(): void
  goToFraction(fraction: number): void
  goBack(): void
  leave(): void
}

/** Keyboard shortcuts for the text reader; `/` searches. */
export function useTextKeys(actions: Actions) {
  const latest = useRef(actions)
  latest.current = actions
  const onKey = useCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event) || isSwitchedOff(event)) return
    const { direction, ...act } = latest.current
    const command = ownKeys[event.key] ?? getCommand(event, direction)
    const done = command && commands[command]
    if (!done || (isInPanel(event) && !panelCommands.has(command))) return
    event.preventDefault()
    done(act)
  }, [])
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onKey])
  return onKey
}

const ownKeys: Readonly<Record<string, string>> = {
  '/': 'search',
  Backspace: 'return',
  h: 'highlight',
}

const commands: Record<string, (actions: Omit<Actions, 'direction'>) => void> = {
  forward: ({ turn }) => turn('forward'),
  back: ({ turn }) => turn('back'),
  first: ({ goToFraction }) => goToFraction(0),
  last: ({ goToFraction }) => goToFraction(1),
  bookmark: ({ bookmark }) => bookmark(),
  highlight: ({ highlight }) => highlight(),
  'page-strip': ({ toggle }) => toggle('contents'),
  settings: ({ toggle }) => toggle('settings'),
  search: ({ toggle }) => toggle('search'),
  return: ({ goBack }) => goBack(),
  help: ({ toggle }) => toggle('keys'),
  leave: ({ leave }) => leave(),
}

/**
 * Commands that also work in a side panel, where other keys scroll or activate the control that has
 * the focus.
 */
const panelCommands = new Set(['bookmark', 'page-strip', 'settings', 'search', 'help', 'leave'])

const isInPanel = ({ target }: KeyboardEvent) =>
  (target as Partial<Element> | null)?.closest?.('aside') != null

/**
 * Fields, menus and open dialogs keep their own keys, Space presses a button, and Escape leaves the
 * panel of a field. A dialog that closes may keep the focus for a moment. On the progress slider,
 * keys turn pages, because a step of the slider may be less than a page. Elements in the book belong
 * to a different window.
 */
const isElsewhere = ({ target, key }: KeyboardEvent) => {
  const closed = 'dialog[open], [role="dialog"], [role="menu"]'
  const fields = key === 'Escape' ? '' : ', input:not([data-turns]), textarea, select'
  if (key === ' ' && (target as Partial<Element> | null)?.closest?.('button') != null) return true
  return (target as Partial<Element> | null)?.closest?.(closed + fields) != null
}
