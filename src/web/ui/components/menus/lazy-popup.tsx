/**
 * What opens from a button, and whose code comes after the page: nobody opens it at once, and what draws
 * menus weighs a third of all else. Until it is opened there is nothing but the button.
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
  /** undefined until it is loaded. */
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

/** Before anybody opens it. Where the server is away, whoever opens it has it brought then, or hears why not. */
export const preloadPart = ({ load }: LazyPart<unknown>) => load().catch(() => undefined)

/** How it was opened: by keys its first entry is chosen. */
export type OpenedBy = 'keys' | 'pointer'

export type Trigger = ReactElement<{
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
}>

/** `openedBy` is there once the part is loaded and asked for; until then `button` is all there is. */
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
    // A click without a pointer: Enter, the space bar, or what reads the screen.
    onClick: ({ detail }) => open(detail === 0 ? 'keys' : 'pointer'),
    onKeyDown: (event) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      open('keys')
    },
  })
  return { openedBy, button }
}
