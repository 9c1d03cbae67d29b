import type { Choice } from '../../controls/select'
import { SelectBox } from '../../controls/select-box'
import styles from '../edit.module.css'

interface EditSelectProps {
  id?: string
  label?: string
  choices: readonly Choice<string>[]
  value: string
  onChange: (value: string) => void
}

export const EditSelect = ({ id, label, choices, value, onChange }: EditSelectProps) => (
  <SelectBox
    id={id}
    aria-label={label}
    className={styles.text}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </SelectBox>
)
