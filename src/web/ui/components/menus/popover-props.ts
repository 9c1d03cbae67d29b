import type { ReactNode } from 'react'
import type { Trigger } from './lazy-popup'

export interface PopoverProps {
  trigger: Trigger
  title: string
  back?: (() => void) | undefined
  onClosed?: () => void
  /** A button below the content, which closes the popover. */
  action?: { label: string; onSelect: () => void } | undefined
  children: ReactNode
}
