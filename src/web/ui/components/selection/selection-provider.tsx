import { t } from '../../i18n/i18n'
import { classes } from '../class-names'
import { SelectIcon } from '../icons'
import type { Selection, WorkKind } from './selection'
import { SelectionBar } from './selection-bar'
import styles from './selection.module.css'

interface SelectingProps {
  kind: WorkKind
  selection: Selection
  total: number | undefined
  /** Phones show only the icon of the button. */
  isShort?: boolean
}

/** The button that starts a selection, and the action bar shown while selecting. */
export function SelectionProvider({ isShort = false, ...bar }: SelectingProps) {
  const { isOn, begin, end } = bar.selection
  return (
    <>
      <button
        type="button"
        className={classes(styles.begin, isShort && styles.short)}
        aria-pressed={isOn}
        onClick={isOn ? end : begin}
      >
        <SelectIcon size={16} />
        <span>{t('Select')}</span>
      </button>
      {isOn && <SelectionBar {...bar} />}
    </>
  )
}
