import { useId, useState } from 'react'
import settings from '../../settings.module.css'
import styles from '../libraries.module.css'

interface LinesFieldProps {
  label: string
  hint: string
  value: readonly string[]
  onChange: (lines: string[]) => void
}

/** A list of values, one per line. */
export function LinesField({ label, hint, value, onChange }: LinesFieldProps) {
  // Keeps the text as typed, including an empty line at the cursor.
  const [typed, setTyped] = useState(value.join('\n'))
  const hintId = useId()
  const change = (next: string) => {
    setTyped(next)
    onChange(next.split('\n').filter((line) => line.trim() !== ''))
  }
  return (
    <label>
      <span className={settings.legend}>{label}</span>
      <textarea
        className={styles.area}
        value={typed}
        maxLength={10_000}
        spellCheck={false}
        aria-describedby={hintId}
        onChange={(event) => change(event.target.value)}
      />
      <span id={hintId} className={settings.hint}>
        {hint}
      </span>
    </label>
  )
}
