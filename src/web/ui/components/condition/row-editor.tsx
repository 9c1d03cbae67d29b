/** One rule: a field, an operator and a value. */
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n'
import { useUser } from '../../state/session/session'
import { type Draft, newDraft, withOperator } from './tree/condition-drafts'
import { type FieldOfCondition, fieldsOf, findField, formatOperator } from './condition-fields'
import { operatorsOf, type Target } from './tree/field-kinds'
import type { Row } from './tree/condition-tree'
import { ValueEditor } from './value-editor'
import { SelectBox } from '../controls/select-box'
import styles from './condition.module.css'

interface RowProps {
  target: Target
  name: string
  row: Row
  onChange: (row: Row) => void
  tools: ReactNode
}

export function RowEditor({ target, name, row, onChange, tools }: RowProps) {
  const field = findField(target, row.field)
  if (!field) return null
  const setDraft = (draft: Draft) => onChange({ ...row, draft })
  const setField = (next: FieldOfCondition) =>
    onChange({ ...row, field: next.name, draft: newDraft(next, next.choices?.()[0]?.value) })
  return (
    <div role="group" aria-label={name} className={styles.rule} data-part={row.key}>
      <div className={styles.line}>
        <FieldSelect target={target} row={row} onChange={setField} />
        <OperatorSelect field={field} draft={row.draft} onChange={setDraft} />
      </div>
      <div className={styles.line}>
        <ValueEditor
          key={field.name}
          target={target}
          field={field}
          draft={row.draft}
          onChange={setDraft}
        />
        {tools}
      </div>
    </div>
  )
}

interface FieldSelectProps {
  target: Target
  row: Row
  onChange: (field: FieldOfCondition) => void
}

/** Selects a field. Offers the fields that the user may query and the current one. */
function FieldSelect({ target, row, onChange }: FieldSelectProps) {
  const permissions = useUser()?.effectivePermissions ?? []
  const choices = fieldsOf(target)
    .filter(
      ({ name, permission }) =>
        !permission || name === row.field || permissions.includes(permission),
    )
    .map((field) => ({ field, label: field.label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, document.documentElement.lang))
  return (
    <SelectBox
      aria-label={t('Field')}
      value={row.field}
      data-control={`first-${row.key}`}
      onChange={({ currentTarget }) => {
        const chosen = findField(target, currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    >
      {choices.map(({ field, label }) => (
        <option key={field.name} value={field.name}>
          {label}
        </option>
      ))}
    </SelectBox>
  )
}

interface OperatorProps {
  field: FieldOfCondition
  draft: Draft
  onChange: (draft: Draft) => void
}

const OperatorSelect = ({ field, draft, onChange }: OperatorProps) => (
  <SelectBox
    aria-label={t('Comparison')}
    value={draft.operator}
    onChange={({ currentTarget }) => onChange(withOperator(field, draft, currentTarget.value))}
  >
    {operatorsOf[field.kind].map((operator) => (
      <option key={operator} value={operator}>
        {formatOperator(field.kind, operator)}
      </option>
    ))}
  </SelectBox>
)
