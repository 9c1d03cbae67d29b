/** Form controls: text, textarea, number, select. */
import type { Choice } from '../../controls/select'
import { EditSelect } from './edit-select'
import { valueIn } from '../form/draft'
import { useEditing } from '../form/edit-context'
import styles from '../edit.module.css'
import { FieldFrame } from './field-frame'

interface FieldProps {
  field: string
  label: string
  isWide?: boolean
}

interface TextFieldProps extends FieldProps {
  lines?: number
  /** Example value, shown as the placeholder. */
  example?: string
}

export function TextField(props: TextFieldProps) {
  const { field, label, isWide = false, lines = 1, example } = props
  const { stored, draft, change } = useEditing()
  const value = valueIn(stored, draft, field)
  const shown = typeof value === 'string' ? value : ''
  return (
    <FieldFrame field={field} label={label} isWide={isWide}>
      {({ input, note }) => {
        const shared = {
          id: input,
          className: styles.text,
          value: shown,
          placeholder: example,
          'aria-describedby': note,
          'aria-invalid': note !== undefined || undefined,
        }
        return lines > 1 ? (
          <textarea
            {...shared}
            rows={lines}
            onChange={({ target }) => change(field, target.value || null)}
          />
        ) : (
          <input
            {...shared}
            dir="auto"
            onChange={({ target }) => change(field, target.value || null)}
          />
        )
      }}
    </FieldFrame>
  )
}

interface NumberFieldProps extends FieldProps {
  /** Allows decimals such as 12.5. */
  isFraction?: boolean
}

export function NumberField({ field, label, isFraction = false }: NumberFieldProps) {
  const { stored, draft, change } = useEditing()
  const value = valueIn(stored, draft, field)
  return (
    <FieldFrame field={field} label={label}>
      {({ input, note }) => (
        <input
          id={input}
          className={styles.text}
          type="number"
          inputMode={isFraction ? 'decimal' : 'numeric'}
          step={isFraction ? 'any' : 1}
          value={typeof value === 'number' ? value : ''}
          aria-describedby={note}
          aria-invalid={note !== undefined || undefined}
          onChange={({ target }) =>
            change(field, target.value === '' ? null : Number(target.value))
          }
        />
      )}
    </FieldFrame>
  )
}

interface ChoiceFieldProps extends FieldProps {
  choices: readonly Choice<string>[]
  /** Label for the empty option. */
  none: string
}

export function ChoiceField({ field, label, choices, none }: ChoiceFieldProps) {
  const { stored, draft, change } = useEditing()
  const value = valueIn(stored, draft, field)
  return (
    <FieldFrame field={field} label={label}>
      {({ input }) => (
        <EditSelect
          id={input}
          choices={[{ value: '', label: none }, ...choices]}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => change(field, next || null)}
        />
      )}
    </FieldFrame>
  )
}
