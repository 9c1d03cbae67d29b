import { useCallback, useLayoutEffect, useRef } from 'react'
import { commandOf } from '../pages/engine/keys'
import type { Direction } from '../pages/engine/model'
import type { Way } from '../pages/engine/turning'
import type { TextPanel } from './side-panel'

interface Actions {
  readonly direction: Direction
  turn(way: Way): void
  toggle(panel: TextPanel): void
  bookmark(): void
  goToFraction(fraction: number): void
  leave(): void
}

/** The keys of a reader, as far as they mean something in running text; `/` searches. */
export function useTextKeys(actions: Actions) {
  const latest = useRef(actions)
  latest.current = actions
  const onKey = useCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event)) return
    const { direction, ...act } = latest.current
    const command = event.key === '/' ? 'search' : commandOf(event, direction)
    const done = command && commands[command]
    if (!done) return
    event.preventDefault()
    done(act)
  }, [])
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onKey])
  return onKey
}

const commands: Record<string, (actions: Omit<Actions, 'direction'>) => void> = {
  forward: ({ turn }) => turn('forward'),
  back: ({ turn }) => turn('back'),
  first: ({ goToFraction }) => goToFraction(0),
  last: ({ goToFraction }) => goToFraction(1),
  bookmark: ({ bookmark }) => bookmark(),
  'page-strip': ({ toggle }) => toggle('contents'),
  settings: ({ toggle }) => toggle('settings'),
  search: ({ toggle }) => toggle('search'),
  leave: ({ leave }) => leave(),
}

/** In fields and menus the keys mean what they mean there; Escape leaves a field's panel. Elements of the book are of another window. */
const isElsewhere = ({ target, key }: KeyboardEvent) => {
  const closed = '[role="dialog"], [role="menu"]'
  const fields = key === 'Escape' ? '' : ', input, textarea, select'
  return (target as Partial<Element> | null)?.closest?.(closed + fields) != null
}
