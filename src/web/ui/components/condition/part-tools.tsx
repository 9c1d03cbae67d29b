/** Buttons that move or remove a part of a condition. */
import { t } from '../../i18n/i18n'
import { IconButton } from '../controls/button'
import { ChevronDownIcon, CloseIcon } from '../icons'
import styles from './condition.module.css'

interface ToolsProps {
  name: string
  partKey: number
  move: (by: -1 | 1) => void
  remove: () => void
}

export const PartTools = ({ name, partKey, move, remove }: ToolsProps) => (
  <span className={styles.tools}>
    <IconButton
      label={t('Move {name} up', { name })}
      icon={ChevronDownIcon}
      className={styles.up}
      data-control={`up-${partKey}`}
      onClick={() => move(-1)}
    />
    <IconButton
      label={t('Move {name} down', { name })}
      icon={ChevronDownIcon}
      data-control={`down-${partKey}`}
      onClick={() => move(1)}
    />
    <IconButton label={t('Remove {name}', { name })} icon={CloseIcon} onClick={remove} />
  </span>
)
