import { Switch as Base } from '@base-ui/react/switch'
import { useId } from 'react'
import styles from './field.module.css'

interface SwitchProps {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div className={styles.row}>
      <div>
        <div id={id} className={styles.label}>
          {label}
        </div>
        {hint && (
          <p id={hintId} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      <Base.Root
        aria-labelledby={id}
        aria-describedby={hint ? hintId : undefined}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        disabled={disabled}
        className={styles.switch}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </div>
  )
}
