import type { Option } from './option'
import { options } from './options/options'

/** The path of a setting, such as `server.port`. */
export type OptionKey = keyof typeof options

type OptionValue<O> = O extends Option<infer T> ? T : never
type Flat = { readonly [K in OptionKey]: OptionValue<(typeof options)[K]> }

export type ValueOf<K extends OptionKey> = Flat[K]

type Below<F, Head extends string> = {
  readonly [K in keyof F as K extends `${Head}.${infer Rest}` ? Rest : never]: F[K]
}
type Nested<F> = {
  readonly [
    K in keyof F as K extends `${infer Head}.${string}` ? Head : K
  ]: K extends `${infer Head}.${string}` ? Nested<Below<F, Head>> : F[K]
}

/** All settings, nested as in `service.yaml`. Paths are absolute, and every setting has a value. */
export type Config = Nested<Flat> & {
  /** Paths of the settings files that were read, for backups. */
  readonly settings_files: readonly string[]
  /** Sources of the settings that differ from their defaults, such as `service.yaml:12`. */
  readonly setting_sources: Readonly<Partial<Record<OptionKey, string>>>
}

export const optionKeys = Object.keys(options) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(options, key)

/** Returns the option for a key, for use where its exact type does not matter. */
export const getOption = (key: OptionKey): Option<unknown> => options[key]

/** `database` and `database.postgres`, but not `database.type`. */
export const sectionKeys: ReadonlySet<string> = new Set(
  optionKeys.flatMap((key) => {
    const parts = key.split('.').slice(0, -1)
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)
