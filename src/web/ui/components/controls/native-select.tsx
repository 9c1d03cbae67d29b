import { useId } from 'react'
import field from './field.module.css'
import { SelectBox } from './select-box'

interface NativeSelectProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

/** A native select with a label, for forms that contain other native selects with long lists. */
export function NativeSelect<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: NativeSelectProps<Value>) {
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <SelectBox
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectBox>
    </div>
  )
}
