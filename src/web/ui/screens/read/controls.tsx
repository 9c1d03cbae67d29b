/** Small controls of the settings panel. */
import { useId } from 'react'
import { formatPercent } from '../../i18n/i18n'
import styles from './reader.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  choices: Partial<Record<Value, string>>
  /** Two per row, for labels longer than a quarter of the width. */
  inPairs?: boolean
  onChange(value: Value): void
}

/** Segmented control: one choice, all options visible. */
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

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** Percent by default; empty for a plain number. */
  unit?: string
  onChange(value: number): void
}

export function Slider({ label, value, min, max, step, unit, onChange }: SliderProps) {
  const words = unit === undefined ? formatPercent(value / 100) : `${value} ${unit}`.trim()
  return (
    <label className={styles.slider}>
      <span>
        {label} {/* No <output>: the label would name it instead of the slider. */}
        <span aria-hidden="true">{words}</span>
      </span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={words}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  )
}
