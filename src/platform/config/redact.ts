import { redacted } from '../lib/scrub'
import { nest } from './load'
import { type Config, type OptionKey, optionKeys, optionOf } from './model'

const unset = '<unset>'

/** The value of one setting. */
export function valueOf(config: Config, key: OptionKey): unknown {
  return key.split('.').reduce<unknown>((section, name) => {
    return (section as Readonly<Record<string, unknown>>)[name]
  }, config)
}

/** All settings in the shape of `Config`, fit to be shown: no secrets, and a word for the absent. */
export function redactConfig(config: Config): Record<string, unknown> {
  return nest(new Map(optionKeys.map((key) => [key, shownValue(config, key)])))
}

export function shownValue(config: Config, key: OptionKey): unknown {
  const value = valueOf(config, key)
  if (value === undefined) return unset
  return optionOf(key).secret ? redacted : value
}

/** The secrets themselves, for whoever must keep them out of a text. */
export function secretValues(config: Config): string[] {
  return optionKeys
    .filter((key) => optionOf(key).secret)
    .map((key) => valueOf(config, key))
    .filter((value) => typeof value === 'string')
}
