import type { Direction } from './model'
import { getTurnDirection } from './turn-page'

/** Keyboard commands. */
export type Command =
  | 'forward'
  | 'back'
  | 'first'
  | 'last'
  | 'pages-per-view'
  | 'shift'
  | 'fit'
  | 'mode'
  | 'auto-scroll'
  | 'direction'
  | 'bookmark'
  | 'go-to-page'
  | 'return'
  | 'page-strip'
  | 'contents'
  | 'search'
  | 'full-screen'
  | 'bars'
  | 'settings'
  | 'help'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-reset'
  | 'leave'

type Pressed = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const letters: Readonly<Record<string, Command>> = {
  d: 'pages-per-view',
  s: 'shift',
  f: 'fit',
  m: 'mode',
  p: 'auto-scroll',
  r: 'direction',
  b: 'bookmark',
  g: 'go-to-page',
  t: 'page-strip',
  c: 'contents',
  '/': 'search',
  x: 'full-screen',
  enter: 'bars',
  a: 'settings',
  '?': 'help',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'zoom-reset',
  home: 'first',
  end: 'last',
  pagedown: 'forward',
  pageup: 'back',
  backspace: 'return',
  escape: 'leave',
}

const arrows = {
  arrowleft: 'left',
  arrowright: 'right',
  arrowup: 'up',
  arrowdown: 'down',
} as const

/**
 * Returns the command for a key, or null. Alt+Left returns from a jump. Other combinations with
 * Ctrl, Alt or Command are left to the browser.
 */
export function getCommand(pressed: Pressed, direction: Direction): Command | null {
  if (isAltLeft(pressed)) return 'return'
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  const key = pressed.key.toLowerCase()
  if (key === ' ') return pressed.shiftKey ? 'back' : 'forward'
  if (isArrow(key)) return getTurnDirection(arrows[key], direction)
  return Object.hasOwn(letters, key) ? (letters[key] ?? null) : null
}

const isAltLeft = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed) =>
  key === 'ArrowLeft' && altKey && !shiftKey && !ctrlKey && !metaKey

function isArrow(key: string): key is keyof typeof arrows {
  return Object.hasOwn(arrows, key)
}
