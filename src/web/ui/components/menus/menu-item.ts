import type { Icon } from '../icons'
import type { Trigger } from './lazy-popup'

export interface MenuItem {
  label: string
  icon?: Icon
  onSelect: () => void
  /** Whether a check mark is shown. undefined if the item is not checkable. */
  checked?: boolean
  danger?: boolean
  disabled?: boolean
}

export interface MenuProps {
  /** The trigger button: `<IconButton label={t('More')} icon={MoreIcon} />`. */
  trigger: Trigger
  /** Groups are separated by a line. */
  groups: readonly { heading?: string; items: readonly MenuItem[] }[]
}
