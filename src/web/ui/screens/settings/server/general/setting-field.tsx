/** A server setting: its value, or the reason why it cannot be changed. */
import { Field, FixedField } from '../../../../components/controls/field'
import { Switch } from '../../../../components/controls/switch'
import { formatNumber, t } from '../../../../i18n/i18n'
import { joinSentences, translate } from '../../../../i18n/server-messages'
import { isValidSetting, type Setting } from './setting-labels'

interface SettingFieldProps {
  setting: Setting
  label: string
  hint?: string | undefined
  value: string
  onChange: (value: string) => void
}

export function SettingField({ setting, label, hint, value, onChange }: SettingFieldProps) {
  const { key, valueType, isReadOnly } = setting
  const allHints = joinHints(setting, hint)
  if (valueType === 'boolean') {
    return (
      <Switch
        label={label}
        hint={allHints}
        checked={value === 'true'}
        disabled={isReadOnly}
        onChange={(checked) => onChange(String(checked))}
      />
    )
  }
  if (isReadOnly) return <FixedField label={label} hint={allHints} value={value} />
  return (
    <Field
      label={label}
      name={key}
      hint={allHints}
      problem={isValidSetting(setting, value) ? undefined : formatProblem(setting)}
      value={value}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      {...(valueType === 'integer' && { inputMode: 'numeric' as const })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function joinHints({ readOnlyReason, defaultValue, value, valueType }: Setting, hint?: string) {
  const isChanged = value !== defaultValue && defaultValue !== '' && valueType !== 'boolean'
  const parts = [
    hint,
    readOnlyReason ? translate(readOnlyReason) : undefined,
    isChanged ? t('Default: {value}', { value: defaultValue }) : undefined,
  ]
  return joinSentences(parts.filter((part) => part !== undefined)) || undefined
}

function formatProblem({ valueType, minValue, maxValue }: Setting): string {
  if (valueType === 'color') return t('Enter a color such as #2f6db5, or leave the field empty')
  if (valueType !== 'integer') return t('Enter a name')
  return t('Enter a whole number from {min} to {max}', {
    min: formatNumber(minValue ?? 0),
    max: formatNumber(maxValue ?? 0),
  })
}
