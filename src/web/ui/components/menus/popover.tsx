/** A button that opens a small panel next to it. */
import { useEffect } from 'react'
import { whenIdle } from '../../state/browser/when-idle'
import { lazyPart, preloadPart, useLazyPopup } from './lazy-popup'
import type { PopoverProps } from './popover-props'

const panels = lazyPart(() => import('./popover-panel'))

export function Popover(props: PopoverProps) {
  useEffect(() => whenIdle(() => void preloadPart(panels)), [])
  const { openedBy, button } = useLazyPopup(props.trigger, 'dialog', panels)
  if (!openedBy || !panels.part) return button
  const { PopoverPanel } = panels.part
  return <PopoverPanel {...props} />
}
