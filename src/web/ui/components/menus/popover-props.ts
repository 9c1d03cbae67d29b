import type { ReactNode } from 'react'
import type { Trigger } from './lazy-popup'

export interface PopoverProps {
  trigger: Trigger
  title: string
  back?: (() => void) | undefined
  onClosed?: () => void
  /** Below the content; closes the popover. */
  action?: { label: string; onSelect: () => void } | undefined
  children: ReactNode
}
