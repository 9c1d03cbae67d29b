/** A selectable cover. */
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n'
import { CheckIcon } from '../icons'
import styles from './selection.module.css'
import { type SelectableItem, useSelectable } from './use-selectable'

interface SelectableProps extends SelectableItem {
  title: string
  children: ReactNode
}

export function Selectable({ title, children, ...item }: SelectableProps) {
  const { selection, id, index } = item
  const isSelected = selection.ids.has(id)
  return (
    <div className={styles.selectable} data-selected={isSelected} {...useSelectable(item)}>
      {selection.isOn && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isSelected}
          aria-label={t('Select {title}', { title })}
          className={styles.cover}
          onClick={(event) => selection.press(id, index, event.shiftKey)}
        >
          <span className={styles.mark}>{isSelected && <CheckIcon size={16} />}</span>
        </button>
      )}
      <div inert={selection.isOn}>{children}</div>
    </div>
  )
}
