/**
 * Popups whose code is loaded on demand. The code for menus is a third as large as everything else,
 * and no menu is open at startup. Until a popup is opened, only its button is rendered.
 */
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useState,
} from 'react'
import { ApiError } from '../../api/client'
import { formatError } from '../../api/format-error'
import { toast } from '../feedback/toast'

export interface LazyPart<Part> {
  /** undefined until loaded. */
  readonly part: Part | undefined
  load(): Promise<void>
}

export function lazyPart<Part>(bring: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined
  return {
    get part() {
      return part
    },
    load: async () => {
      part ??= await bring()
    },
  }
}

/** Loads the code early. If that fails, opening the popup tries again and shows the error. */
export const preloadPart = ({ load }: LazyPart<unknown>) => load().catch(() => undefined)

/** How the popup was opened. If by keyboard, the first entry gets the focus. */
export type OpenedBy = 'keys' | 'pointer'

export type Trigger = ReactElement<{
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
}>

/**
 * `openedBy` is set once the popup has been opened and its code has been loaded. Until then, render
 * `button`.
 */
export function useLazyPopup(
  trigger: Trigger,
  kind: 'menu' | 'dialog',
  { load }: LazyPart<unknown>,
) {
  const [openedBy, setOpenedBy] = useState<OpenedBy>()
  const open = (by: OpenedBy) =>
    void load().then(
      () => setOpenedBy(by),
      () => toast(formatError(new ApiError(0, undefined))),
    )
  const button = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    // A click without a pointer comes from Enter, Space or a screen reader.
    onClick: ({ detail }) => open(detail === 0 ? 'keys' : 'pointer'),
    onKeyDown: (event) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      open('keys')
    },
  })
  return { openedBy, button }
}
