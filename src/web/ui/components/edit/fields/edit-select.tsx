import { ChevronDownIcon } from '../../icons'
import type { Choice } from '../../controls/select'
import styles from '../edit.module.css'

interface EditSelectProps {
  id?: string
  label?: string
  choices: readonly Choice<string>[]
  value: string
  onChange: (value: string) => void
}

/** A native select, because it is fastest in a long form on a phone. */
export const EditSelect = ({ id, label, choices, value, onChange }: EditSelectProps) => (
  <span className={styles.select}>
    <select
      id={id}
      aria-label={label}
      className={styles.text}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
    <ChevronDownIcon size={16} />
  </span>
)
