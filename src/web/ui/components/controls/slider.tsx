import { formatPercent } from '../../i18n/i18n'
import styles from './slider.module.css'

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** Unit of the value. Defaults to percent; empty for a plain number. */
  unit?: string
  onChange(value: number): void
}

export function Slider({ label, value, min, max, step, unit, onChange }: SliderProps) {
  const words = unit === undefined ? formatPercent(value / 100) : `${value} ${unit}`.trim()
  return (
    <label className={styles.slider}>
      <span>
        {label} {/* Not an <output>, because the label would then name it instead of the slider. */}
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
