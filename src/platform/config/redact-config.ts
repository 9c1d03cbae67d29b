import { redactedText } from '../lib/redact-credentials'
import { nestSettings } from './load'
import { type Config, type OptionKey, optionKeys, getOption } from './model'

const unset = '<unset>'

export function getValue(config: Config, key: OptionKey): unknown {
  return key.split('.').reduce<unknown>((section, name) => {
    return (section as Readonly<Record<string, unknown>>)[name]
  }, config)
}

/**
 * Returns all settings in the form of `Config`, with secrets and unset values replaced for display.
 */
export function redactConfig(config: Config): Record<string, unknown> {
  return nestSettings(new Map(optionKeys.map((key) => [key, getDisplayValue(config, key)])))
}

export function getDisplayValue(config: Config, key: OptionKey): unknown {
  const value = getValue(config, key)
  if (value === undefined) return unset
  return getOption(key).secret ? redactedText : value
}

/** Returns the secret itself, or the secret members of a structured setting. */
const listSecretTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return (value as { client_secret?: string }[]).flatMap(({ client_secret }) => client_secret ?? [])
}

/** Returns the values of all secret settings, so that they can be redacted in other output. */
export function getSecretValues(config: Config): string[] {
  return optionKeys
    .filter((key) => getOption(key).secret)
    .flatMap((key) => listSecretTexts(getValue(config, key)))
}
