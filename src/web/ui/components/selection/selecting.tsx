import { t } from '../../i18n/i18n'
import { SelectIcon } from '../icons'
import type { Selection, WorkKind } from './selection'
import { SelectionBar } from './selection-bar'
import styles from './selection.module.css'

interface SelectingProps {
  kind: WorkKind
  selection: Selection
  total: number | undefined
}

/** The way into selecting, and the bar while it lasts. */
export function Selecting(bar: SelectingProps) {
  const { isOn, begin, end } = bar.selection
  return (
    <>
      <button
        type="button"
        className={styles.begin}
        aria-pressed={isOn}
        onClick={isOn ? end : begin}
      >
        <SelectIcon size={16} />
        {t('Select several')}
      </button>
      {isOn && <SelectionBar {...bar} />}
    </>
  )
}
