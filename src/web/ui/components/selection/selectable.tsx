/** A cover that can be selected: with X, with a long press, and by a press while selecting. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { t } from '../../i18n/i18n'
import { CheckIcon } from '../icons'
import type { Selection } from './selection'
import styles from './selection.module.css'

interface SelectableProps {
  selection: Selection
  id: string
  index: number
  title: string
  children: ReactNode
}

const longMs = 500

export function Selectable({ selection, id, index, title, children }: SelectableProps) {
  const { isOn, ids, press } = selection
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = () => clearTimeout(timer.current)
  const begin = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse' || isOn) return
    letGo()
    timer.current = setTimeout(() => press(id, index, false), longMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    press(id, index, event.shiftKey)
  }
  const isSelected = ids.has(id)
  return (
    <div
      className={styles.selectable}
      data-selected={isSelected}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => isOn && event.preventDefault()}
    >
      {isOn && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isSelected}
          aria-label={t('Select {title}', { title })}
          className={styles.cover}
          onClick={(event) => press(id, index, event.shiftKey)}
        >
          <span className={styles.mark}>{isSelected && <CheckIcon size={16} />}</span>
        </button>
      )}
      <div inert={isOn}>{children}</div>
    </div>
  )
}
