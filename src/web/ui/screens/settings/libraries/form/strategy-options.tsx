/** Options for a naming strategy. Each kind of option has its own control. */
import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { Switch } from '../../../../components/controls/switch'
import { LinesField } from './lines-field'
import { type Option, getOptions, type Part } from './strategy-labels'

type Config = Record<string, unknown> | null

interface StrategyOptionsProps {
  part: Part
  strategy: string
  config: Config
  onChange: (config: Config) => void
}

export function StrategyOptions({ part, strategy, config, onChange }: StrategyOptionsProps) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = config ?? {}
    const next = value === undefined ? rest : { ...rest, [name]: value }
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  return getOptions(part, strategy).map((option) => (
    <OptionField
      key={`${strategy} ${option.name}`}
      option={option}
      value={config?.[option.name]}
      onChange={(value) => set(option.name, value)}
    />
  ))
}

interface OptionFieldProps {
  option: Option
  value: unknown
  /** undefined restores the default. */
  onChange: (value: unknown) => void
}

function OptionField({ option, value, onChange }: OptionFieldProps) {
  const { name, label, hint } = option
  switch (option.kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          hint={hint}
          checked={typeof value === 'boolean' ? value : option.usual}
          onChange={(next) => onChange(next === option.usual ? undefined : next)}
        />
      )
    case 'choice':
      return (
        <Select
          label={label}
          choices={option.choices}
          value={getChoice(value, option.usual)}
          onChange={(next) => onChange(next === option.usual ? undefined : valueOf(next))}
        />
      )
    case 'lines':
      return (
        <LinesField
          label={label}
          hint={hint ?? ''}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(lines) => onChange(lines.length > 0 ? lines : undefined)}
        />
      )
    default:
      return (
        <Field
          label={label}
          hint={hint}
          name={name}
          value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
          spellCheck={false}
          maxLength={1000}
          {...(option.kind === 'number' && { type: 'number', min: 0, max: 10 })}
          placeholder={option.usual}
          onChange={({ target }) => onChange(getWritten(option.kind, target.value))}
        />
      )
  }
}

function getWritten(kind: 'text' | 'number', typed: string) {
  if (typed === '') return undefined
  return kind === 'number' ? Number(typed) : typed
}

/** The values of a select are strings, so this one represents null. */
const nothing = 'nothing'
const valueOf = (choice: string) => (choice === nothing ? null : choice)
const getChoice = (value: unknown, usual: string) =>
  value === null ? nothing : typeof value === 'string' ? value : usual
