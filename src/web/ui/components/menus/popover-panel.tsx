/** An open popover. Its code is loaded on demand: see lazy-popup.tsx. */
import { Popover } from '@base-ui/react/popover'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../controls/button'
import { BackIcon } from '../icons'
import { t } from '../../i18n/i18n'
import type { PopoverProps } from './popover-props'
import styles from './popup.module.css'

/** Renders the open popover and its button, which replaces the button of the lazy popup. */
export function PopoverPanel({ trigger, title, back, onClosed, action, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <Popover.Root defaultOpen onOpenChangeComplete={(open) => !open && onClosed?.()}>
      <Popover.Trigger ref={button} render={trigger} />
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={6} align="start">
          <Popover.Popup className={styles.popup}>
            <div className={styles.head}>
              {back && <IconButton label={t('Back')} icon={BackIcon} onClick={back} />}
              <Popover.Title className={styles.title}>{title}</Popover.Title>
            </div>
            {children}
            {action && (
              <Popover.Close className={styles.item} onClick={action.onSelect}>
                {action.label}
              </Popover.Close>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
