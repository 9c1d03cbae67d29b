/** Edits the value of a rule, depending on the kind of its field. */
import { useId } from 'react'
import { t } from '../../i18n/i18n'
import {
  type Draft,
  formatDay,
  getShape,
  isEndOfDay,
  isRelative,
  parseDay,
} from './tree/condition-drafts'
import type { FieldOfCondition } from './condition-fields'
import type { Target } from './tree/field-kinds'
import { IdValues } from './id-values'
import { useSuggestions } from './use-suggestions'
import fieldStyles from '../controls/field.module.css'
import { SelectBox } from '../controls/select-box'
import styles from './condition.module.css'

interface ValueProps {
  target: Target
  field: FieldOfCondition
  draft: Draft
  onChange: (draft: Draft) => void
}

export function ValueEditor(props: ValueProps) {
  const { target, field, draft, onChange } = props
  const shape = getShape(draft.operator)
  if (shape === 'none') return null
  if (field.kind === 'uuid') {
    const isMany = shape === 'many'
    return (
      <IdValues
        target={target}
        field={field}
        isMany={isMany}
        values={isMany ? draft.values : draft.value ? [draft.value] : []}
        onChange={(values) =>
          onChange(isMany ? { ...draft, values } : { ...draft, value: values.at(-1) ?? '' })
        }
      />
    )
  }
  if (shape === 'range') return <RangeValue {...props} />
  if (field.kind === 'text') return <TextValue {...props} />
  const set = (value: string) => onChange({ ...draft, value })
  const label = t('Value')
  if (isRelative(draft.operator)) {
    return <NumberInput label={t('Days')} value={draft.value} onChange={set} />
  }
  return field.kind === 'instant' ? (
    <DayInput label={label} value={draft.value} isEnd={isEndOfDay(draft.operator)} onChange={set} />
  ) : (
    <NumberInput label={label} value={draft.value} onChange={set} />
  )
}

function RangeValue({ field, draft, onChange }: ValueProps) {
  const setMin = (min: string) => onChange({ ...draft, min })
  const setMax = (max: string) => onChange({ ...draft, max })
  return (
    <div className={styles.line}>
      {field.kind === 'instant' ? (
        <>
          <DayInput label={t('From')} value={draft.min} isEnd={false} onChange={setMin} />
          <DayInput label={t('To')} value={draft.max} isEnd onChange={setMax} />
        </>
      ) : (
        <>
          <NumberInput label={t('From')} value={draft.min} onChange={setMin} />
          <NumberInput label={t('To')} value={draft.max} onChange={setMax} />
        </>
      )}
    </div>
  )
}

interface InputProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const NumberInput = ({ label, value, onChange }: InputProps) => (
  <input
    className={fieldStyles.input}
    aria-label={label}
    placeholder={label}
    inputMode="decimal"
    maxLength={20}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

const DayInput = ({ label, value, isEnd, onChange }: InputProps & { isEnd: boolean }) => (
  <input
    type="date"
    className={fieldStyles.input}
    aria-label={label}
    value={formatDay(value)}
    onChange={({ currentTarget }) => onChange(parseDay(currentTarget.value, isEnd))}
  />
)

function TextValue({ field, draft, onChange }: ValueProps) {
  const choices = field.choices?.()
  const isExact = draft.operator === 'is' || draft.operator === 'isNot'
  const set = (value: string) => onChange({ ...draft, value })
  const isKnown = choices?.some(({ value }) => value === draft.value)
  if (!choices || !isExact)
    return <SuggestedText field={field} value={draft.value} onChange={set} />
  return (
    <SelectBox
      aria-label={t('Value')}
      value={draft.value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    >
      {!isKnown && <option value={draft.value}>{draft.value}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectBox>
  )
}

interface SuggestedProps {
  field: FieldOfCondition
  value: string
  onChange: (value: string) => void
}

function SuggestedText({ field, value, onChange }: SuggestedProps) {
  const id = useId()
  const { suggestions, start } = useSuggestions(field, value)
  return (
    <>
      <input
        className={fieldStyles.input}
        aria-label={t('Value')}
        placeholder={t('Value')}
        list={id}
        maxLength={500}
        autoComplete="off"
        value={value}
        onFocus={start}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={id}>
        {suggestions.map((each) => (
          <option key={each.value} value={each.value} label={each.label} />
        ))}
      </datalist>
    </>
  )
}
