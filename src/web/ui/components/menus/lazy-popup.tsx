/**
 * Popups whose code loads on demand. Menus are a third as large as everything else, and none are
 * open at startup. Until a popup opens, only its button is rendered.
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

/** Loads the code early. If this fails, opening the popup tries again and shows the error. */
export const preloadPart = ({ load }: LazyPart<unknown>) => load().catch(() => undefined)

/** How it was opened. If by keyboard, the first entry gets focus. */
export type OpenedBy = 'keys' | 'pointer'

export type Trigger = ReactElement<{
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
}>

/**
 * `openedBy` is set once the popup is opened and its code is loaded; until then, render `button`.
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
    // A click without a pointer: Enter, Space or a screen reader.
    onClick: ({ detail }) => open(detail === 0 ? 'keys' : 'pointer'),
    onKeyDown: (event) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      open('keys')
    },
  })
  return { openedBy, button }
}
