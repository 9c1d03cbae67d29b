import type { Icon } from '../icons'
import type { Trigger } from './lazy-popup'

export interface MenuItem {
  label: string
  icon?: Icon
  onSelect: () => void
  /** Shown with a tick; undefined for what is no choice. */
  checked?: boolean
  danger?: boolean
  disabled?: boolean
}

export interface MenuProps {
  /** The button that opens it: `<IconButton label={t('More')} icon={MoreIcon} />`. */
  trigger: Trigger
  /** Groups are parted by a line. */
  groups: readonly { heading?: string; items: readonly MenuItem[] }[]
}
