/** The popover of a filter: see components/menus/lazy-popup.tsx. */
import { Popover } from '@base-ui/react/popover'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../components/controls/button'
import { BackIcon } from '../../../components/icons'
import popup from '../../../components/menus/popup.module.css'
import { t } from '../../../i18n/i18n'
import type { PopoverProps } from './popover-props'
import styles from '../library.module.css'

/** Replaces the button that opened it. */
export function FilterPopover({ trigger, title, back, onClosed, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <Popover.Root defaultOpen onOpenChangeComplete={(open) => !open && onClosed?.()}>
      <Popover.Trigger ref={button} render={trigger} />
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} sideOffset={6} align="start">
          <Popover.Popup className={popup.popup}>
            <div className={styles.floatHead}>
              {back && <IconButton label={t('Back')} icon={BackIcon} onClick={back} />}
              <Popover.Title className={styles.floatTitle}>{title}</Popover.Title>
            </div>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
