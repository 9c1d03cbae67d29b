/** Small controls for the settings panel. */
import { useId } from 'react'
import styles from './reader.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  choices: Partial<Record<Value, string>>
  /** Two options per row, for labels that are longer than a quarter of the width. */
  inPairs?: boolean
  onChange(value: Value): void
}

/** A segmented control: one choice, with all options visible. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, choices, inPairs, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend>{label}</legend>
      <div data-in-pairs={inPairs || undefined}>
        {(Object.entries(choices) as [Value, string][]).map(([choice, words]) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
