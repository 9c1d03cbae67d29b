import type { Schemas } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import { joinSentences } from '../../../i18n/message-text'

export type FieldDefinition = Schemas['PluginConfigField']

interface ConfigFieldProps {
  field: FieldDefinition
  /** If undefined, the default applies. */
  value: unknown
  problem: string | undefined
  onChange: (value: string | boolean) => void
}

export function ConfigField({ field, value, problem, onChange }: ConfigFieldProps) {
  const { key, label, description, type, required } = field
  if (type === 'boolean') {
    return (
      <Switch
        label={label}
        hint={description ?? undefined}
        checked={(value ?? field.default) === true}
        onChange={onChange}
      />
    )
  }
  return (
    <Field
      label={required ? t('{label} (required)', { label }) : label}
      name={key}
      hint={
        joinSentences([...(description ? [description] : []), ...listExamples(field)]) || undefined
      }
      problem={problem}
      value={formatScalar(value)}
      required={required}
      maxLength={4000}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const listExamples = ({ default: defaultValue, example }: FieldDefinition): string[] => [
  ...(isShown(defaultValue) ? [t('Default: {value}', { value: formatScalar(defaultValue) })] : []),
  ...(isShown(example) ? [t('Example: {value}', { value: formatScalar(example) })] : []),
]

const isShown = (value: unknown) => value !== null && value !== undefined && value !== ''

const formatScalar = (value: unknown): string =>
  typeof value === 'string' ? value : isShown(value) ? JSON.stringify(value) : ''
