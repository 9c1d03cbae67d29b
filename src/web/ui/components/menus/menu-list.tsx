/** The open menu. Its code is loaded on demand: see lazy-popup.tsx. */
import { Menu as Base } from '@base-ui/react/menu'
import { useLayoutEffect, useRef } from 'react'
import { classes } from '../class-names'
import { CheckIcon } from '../icons'
import type { OpenedBy } from './lazy-popup'
import type { MenuItem, MenuProps } from './menu-item'
import styles from './popup.module.css'

interface MenuListProps extends MenuProps {
  openedBy: OpenedBy
}

/** Replaces the button that opened it. */
export function MenuList({ trigger, groups, openedBy }: MenuListProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    button.current?.focus()
    if (openedBy === 'keys') button.current?.click()
  }, [openedBy])
  return (
    <Base.Root defaultOpen={openedBy === 'pointer'}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={6} align="end">
          <Base.Popup className={styles.popup}>
            {groups.map(({ heading, items }, position) => (
              <Base.Group key={heading ?? items[0]?.label}>
                {position > 0 && <Base.Separator className={styles.separator} />}
                {heading && <Base.GroupLabel className={styles.heading}>{heading}</Base.GroupLabel>}
                {items.map((item) => (
                  <Entry key={item.label} item={item} />
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const { label, icon: Picture, onSelect, checked, danger, disabled = false } = item
  return (
    <Base.Item
      className={classes(styles.item, danger && styles.danger)}
      onClick={onSelect}
      disabled={disabled}
      aria-current={checked || undefined}
    >
      {Picture && <Picture size={18} />}
      {label}
      {checked && (
        <span className={styles.mark}>
          <CheckIcon size={16} />
        </span>
      )}
    </Base.Item>
  )
}
