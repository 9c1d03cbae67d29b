import { hasBidiControls } from '../lib/text/bidi-controls'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** The parsed value, or an error that continues a sentence such as "server.port …". */
export type Parsed<T> = { readonly value: T } | { readonly error: string }

/**
 * A setting, with everything needed to load, check and print it, and to describe it in the example
 * file.
 */
export interface Option<T> {
  readonly default: T
  /** Written for administrators, in full sentences. */
  readonly description: string
  readonly secret: boolean
  readonly list: boolean
  /** True for groups and lists of settings, which `parse` receives as JSON. */
  readonly structured: boolean
  /** Text for the example file if the default is computed. */
  readonly example: string | undefined
  /** Allowed range of a number. */
  readonly range?: Range
  /** Maximum length of a text. */
  readonly maxLength?: number
  /** `folder` is the base of relative paths. */
  readonly parse: (requiredText: string, folder: string) => Parsed<T>
  readonly parseList?: (entries: readonly string[]) => Parsed<T>
}

const createOption = <T>(
  fields: Pick<Option<T>, 'default' | 'description' | 'parse'>,
): Option<T> => ({
  secret: false,
  list: false,
  structured: false,
  example: undefined,
  ...fields,
})

const maxTextLength = 4096

export function requiredText(
  defaultValue: string,
  description: string,
  maxLength = maxTextLength,
): Option<string> {
  const parse = (input: string): Parsed<string> => {
    if (input.trim() === '') return { error: 'must not be empty' }
    if (hasBidiControls(input))
      return { error: 'must not contain characters that change the direction of text' }
    return parsePlainText(input.trim(), maxLength)
  }
  return { ...createOption({ default: defaultValue, description, parse }), maxLength }
}

export function optionalText(description: string): Option<string | undefined> {
  return createOption<string | undefined>({
    default: undefined,
    description,
    parse: (input) => (input.trim() === '' ? { value: undefined } : parsePlainText(input)),
  })
}

export const secret = (description: string): Option<string | undefined> => ({
  ...optionalText(description),
  secret: true,
})

function parsePlainText(input: string, maxLength = maxTextLength): Parsed<string> {
  if (input.length > maxLength) {
    return { error: `must not be longer than ${maxLength} characters` }
  }
  // A line break or other control character usually comes from a copying mistake.
  if (/\p{Cc}/u.test(input)) return { error: 'must be one line of text' }
  return { value: input }
}

/** Text in a specific format. `parseText` receives trimmed text that is never empty. */
export function formattedText<Default extends string | undefined>(
  defaultValue: Default,
  description: string,
  parseText: (input: string) => Parsed<string>,
): Option<string | Default> {
  return createOption<string | Default>({
    default: defaultValue,
    description,
    parse: (input) => (input.trim() === '' ? { value: defaultValue } : parseText(input.trim())),
  })
}

export function path(defaultValue: string, description: string): Option<string> {
  return createOption({
    default: defaultValue,
    description,
    parse: (input, folder) =>
      input.trim() === '' ? { error: 'must not be empty' } : parseAbsolutePath(input, folder),
  })
}

export function optionalPath(description: string): Option<string | undefined> {
  return createOption<string | undefined>({
    default: undefined,
    description,
    parse: (input, folder) =>
      input.trim() === '' ? { value: undefined } : parseAbsolutePath(input, folder),
  })
}

/** A path that is in the data folder by default. */
export const pathInData = (name: string, description: string): Option<string> => ({
  ...path('', description),
  example: `./data/${name}`,
})

function parseAbsolutePath(input: string, folder: string): Parsed<string> {
  if (/^~($|[/\\])/.test(input)) {
    return { error: 'must be an absolute path: "~" is not expanded' }
  }
  const plain = parsePlainText(input)
  return 'error' in plain ? plain : { value: resolve(folder, plain.value) }
}

export interface Range {
  readonly min: number
  readonly max: number
}

export function boundedInteger(
  defaultValue: number,
  range: Range,
  description: string,
): Option<number> {
  const error = `must be a whole number from ${range.min} to ${range.max}`
  const parse = (input: string) => {
    const value = /^[+-]?\d{1,15}$/.test(input.trim()) ? Number(input.trim()) : Number.NaN
    return value >= range.min && value <= range.max ? { value } : { error }
  }
  return { ...createOption({ default: defaultValue, description, parse }), range }
}

const booleanWords = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])

export function toggle(defaultValue: boolean, description: string): Option<boolean> {
  return createOption({
    default: defaultValue,
    description,
    parse: (input) => {
      const value = booleanWords.get(input.trim().toLowerCase())
      return value === undefined ? { error: 'must be true or false' } : { value }
    },
  })
}

export function choice<const T extends string>(
  allowed: readonly T[],
  defaultValue: NoInfer<T>,
  description: string,
): Option<T> {
  return createOption<T>({
    default: defaultValue,
    description: `${description} One of: ${allowed.join(', ')}.`,
    parse: (input) => {
      const value = allowed.find((word) => word === input.trim().toLowerCase())
      return value === undefined ? { error: `must be one of: ${allowed.join(', ')}` } : { value }
    },
  })
}

/**
 * A setting that consists of entries with members, some of which are secret. `parseEntries`
 * receives JSON.
 */
export const structured = <T>(
  defaultValue: T,
  description: string,
  parseEntries: (json: string) => Parsed<T>,
): Option<T> => ({
  ...createOption({ default: defaultValue, description, parse: parseEntries }),
  secret: true,
  structured: true,
})

type List = readonly string[]

/**
 * Entries are separated by commas in variables and on the command line, and are a list in files.
 */
const createListOption = (
  description: string,
  parseList: (entries: List) => Parsed<List>,
): Option<List> => ({
  ...createOption<List>({
    default: [],
    description,
    parse: (input) => parseList(input.replace(/^\s*\[(.*)\]\s*$/, '$1').split(',')),
  }),
  list: true,
  parseList,
})

const maxNames = 100

/** A list of names in lower case, such as `scan_library`. */
export const names = (description: string) => createListOption(description, parseNames)

function parseNames(entries: List): Parsed<List> {
  const value = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (value.length > maxNames) return { error: `must have at most ${maxNames} entries` }
  return value.every((entry) => /^[a-z][a-z_]{0,60}$/.test(entry))
    ? { value }
    : { error: 'must be a comma-separated list of names, such as scan_library, make_thumbnails' }
}

const maxHosts = 200

/**
 * A list of hosts, each with a port if it is not the default: `gotify.lan` or `192.168.1.5:8080`.
 */
export const hosts = (description: string) => createListOption(description, parseHosts)

function parseHosts(entries: readonly string[]): Parsed<readonly string[]> {
  const value = entries.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '')
  if (value.length > maxHosts) return { error: `must have at most ${maxHosts} entries` }
  return value.every((entry) => /^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/.test(entry))
    ? { value }
    : { error: 'must be a comma-separated list of hosts, such as gotify.lan, 192.168.1.5:8080' }
}

const maxNetworks = 200

/** A list of addresses or networks such as `10.0.0.0/8`. */
export const networks = (description: string) => createListOption(description, parseNetworks)

function parseNetworks(entries: readonly string[]): Parsed<readonly string[]> {
  const value = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (value.length > maxNetworks) return { error: `must have at most ${maxNetworks} entries` }
  return value.every(isNetwork)
    ? { value }
    : {
        error:
          'must be a comma-separated list of addresses or networks, such as 192.168.1.5, 172.16.0.0/12',
      }
}

function isNetwork(input: string): boolean {
  const [address = '', bits, ...rest] = input.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
