import { useCallback, useLayoutEffect, useRef } from 'react'
import { isSwitchedOff } from '../../../../state/browser/single-keys'
import { getCommand } from '../../pages/engine/reader-keys'
import type { ReaderMarks } from '../../frame/reader-marks'
import type { ReaderPanels } from '../../frame/reader-panels'
import type { TextPosition } from '../text-position'

interface Actions {
  readonly position: TextPosition
  readonly panels: ReaderPanels
  readonly marks: ReaderMarks
  /** Highlights the selected text. */
  highlight(): void
  leave(): void
}

/**
 * Handles the keyboard shortcuts of the text reader. Returns the listener for keys that are pressed
 * in the frame of the book.
 */
export function useTextKeys(actions: Actions) {
  const latest = useRef(actions)
  latest.current = actions
  const onKey = useCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event) || isSwitchedOff(event)) return
    const { direction, origin } = latest.current.position
    const command = ownKeys[event.key] ?? getCommand(event, direction)
    if (command === 'return' && origin === null) return
    const done = command && commands[command]
    if (!done || (isInPanel(event) && !panelCommands.has(command))) return
    event.preventDefault()
    done(latest.current)
  }, [])
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onKey])
  return onKey
}

const ownKeys: Readonly<Record<string, string>> = {
  '/': 'search',
  h: 'highlight',
}

const commands: Record<string, (actions: Actions) => void> = {
  forward: ({ position }) => position.turn('forward'),
  back: ({ position }) => position.turn('back'),
  first: ({ position }) => position.goToFraction(0),
  last: ({ position }) => position.goToFraction(1),
  bookmark: ({ marks }) => marks.toggleBookmark(),
  highlight: ({ highlight }) => highlight(),
  'page-strip': ({ panels }) => panels.toggle('contents'),
  settings: ({ panels }) => panels.toggle('settings'),
  search: ({ panels }) => panels.toggle('search'),
  return: ({ position }) => position.goBack(),
  help: ({ panels }) => panels.toggle('keys'),
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
 * keys turn pages, because a step of the slider may be less than a page. Elements in the book
 * belong to a different window.
 */
const isElsewhere = ({ target, key }: KeyboardEvent) => {
  const closed = 'dialog[open], [role="dialog"], [role="menu"]'
  const fields = key === 'Escape' ? '' : ', input:not([data-turns]), textarea, select'
  if (key === ' ' && (target as Partial<Element> | null)?.closest?.('button') != null) return true
  return (target as Partial<Element> | null)?.closest?.(closed + fields) != null
}
