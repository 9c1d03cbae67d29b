import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { classes } from './class-names'
import type { Icon } from './icons'
import { CheckIcon } from './icons'
import styles from './popup.module.css'

export interface MenuItem {
  label: string
  icon?: Icon
  onSelect: () => void
  /** Shown with a tick; undefined for what is no choice. */
  checked?: boolean
  danger?: boolean
  disabled?: boolean
}

interface MenuProps {
  /** The button that opens it: `<IconButton label={t('More')} icon={MoreIcon} />`. */
  trigger: ReactElement
  /** Groups are parted by a line. */
  groups: readonly { heading?: string; items: readonly MenuItem[] }[]
}

export function Menu({ trigger, groups }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
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
