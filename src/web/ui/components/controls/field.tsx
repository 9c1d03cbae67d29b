import { Field as Base } from '@base-ui/react/field'
import type { InputHTMLAttributes } from 'react'
import { LockIcon } from '../icons'
import styles from './field.module.css'

interface FieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'defaultValue' | 'value' | 'color'
> {
  label: string
  name: string
  /** Help text below the field. */
  hint?: string | undefined
  /** Validation error. */
  problem?: string | undefined
  value?: string
  defaultValue?: string
}

/** A text field with its label, hint and error. */
export function Field({ label, name, hint, problem, ...input }: FieldProps) {
  return (
    <Base.Root name={name} invalid={problem !== undefined} className={styles.field}>
      <Base.Label className={styles.label}>{label}</Base.Label>
      <Base.Control className={styles.input} {...input} />
      {hint && <Base.Description className={styles.hint}>{hint}</Base.Description>}
      {problem && (
        <Base.Error className={styles.problem} match>
          {problem}
        </Base.Error>
      )}
    </Base.Root>
  )
}

interface FixedFieldProps extends Pick<FieldProps, 'label' | 'hint'> {
  value: string
}

/** A read-only value: text with a lock icon instead of an input. */
export const FixedField = ({ label, hint, value }: FixedFieldProps) => (
  <div role="group" aria-label={label} className={styles.row}>
    <div>
      <div className={styles.label}>{label}</div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
    <span>
      <LockIcon /> {value}
    </span>
  </div>
)
