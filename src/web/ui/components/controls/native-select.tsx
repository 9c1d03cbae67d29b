import { useId } from 'react'
import field from './field.module.css'

interface NativeSelectProps {
  label: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange(value: string): void
}

/** A native select. It does not need the menu code. */
export function NativeSelect({ label, choices, value, onChange }: NativeSelectProps) {
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <select
        id={id}
        className={field.input}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
