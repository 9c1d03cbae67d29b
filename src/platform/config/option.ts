import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** What reading one text gave: the value, or what is wrong with it as the end of "server.port …". */
export type Parsed<T> = { readonly value: T } | { readonly wrong: string }

/** One setting: everything that loading, checking, printing and the example file know about it. */
export interface Option<T> {
  readonly default: T
  /** For people who run the server, in whole sentences. */
  readonly says: string
  readonly secret: boolean
  readonly list: boolean
  /** The text in the example file, where the default does not speak for itself. */
  readonly shown: string | undefined
  /** @param folder where a relative path starts */
  readonly parse: (text: string, folder: string) => Parsed<T>
  /** For lists: reads entries that are apart already. */
  readonly parseList?: (entries: readonly string[]) => Parsed<T>
}

const option = <T>(fields: Pick<Option<T>, 'default' | 'says' | 'parse'>): Option<T> => ({
  secret: false,
  list: false,
  shown: undefined,
  ...fields,
})

const maxTextLength = 4096

export function text(standard: string, says: string): Option<string> {
  return option({
    default: standard,
    says,
    parse: (given) =>
      given.trim() === '' ? { wrong: 'must not be empty' } : plainText(given.trim()),
  })
}

export function optionalText(says: string): Option<string | undefined> {
  return option<string | undefined>({
    default: undefined,
    says,
    parse: (given) => (given.trim() === '' ? { value: undefined } : plainText(given)),
  })
}

export const secret = (says: string): Option<string | undefined> => ({
  ...optionalText(says),
  secret: true,
})

function plainText(given: string): Parsed<string> {
  if (given.length > maxTextLength) {
    return { wrong: `must not be longer than ${maxTextLength} characters` }
  }
  // A line break or another control character is always a slip of copying.
  if (/\p{Cc}/u.test(given)) return { wrong: 'must be one line of text' }
  return { value: given }
}

/** A text with a form of its own; `read` gets it trimmed and never empty. */
export function formed<Standard extends string | undefined>(
  standard: Standard,
  says: string,
  read: (given: string) => Parsed<string>,
): Option<string | Standard> {
  return option<string | Standard>({
    default: standard,
    says,
    parse: (given) => (given.trim() === '' ? { value: standard } : read(given.trim())),
  })
}

export function path(standard: string, says: string): Option<string> {
  return option({
    default: standard,
    says,
    parse: (given, folder) =>
      given.trim() === '' ? { wrong: 'must not be empty' } : absolute(given, folder),
  })
}

export function optionalPath(says: string): Option<string | undefined> {
  return option<string | undefined>({
    default: undefined,
    says,
    parse: (given, folder) =>
      given.trim() === '' ? { value: undefined } : absolute(given, folder),
  })
}

/** A file that lies in the data directory unless a person says otherwise. */
export const pathInData = (name: string, says: string): Option<string> => ({
  ...path('', says),
  shown: `./data/${name}`,
})

function absolute(given: string, folder: string): Parsed<string> {
  if (/^~($|[/\\])/.test(given)) {
    return { wrong: 'must be a whole path: "~" for your home folder does not work here' }
  }
  const plain = plainText(given)
  return 'wrong' in plain ? plain : { value: resolve(folder, plain.value) }
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** A whole number. */
export function whole(standard: number, range: Range, says: string): Option<number> {
  const wrong = `must be a whole number from ${range.min} to ${range.max}`
  return option({
    default: standard,
    says,
    parse: (given) => {
      const value = /^[+-]?\d{1,15}$/.test(given.trim()) ? Number(given.trim()) : Number.NaN
      return value >= range.min && value <= range.max ? { value } : { wrong }
    },
  })
}

const switchWords = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])

/** Yes or no. */
export function toggle(standard: boolean, says: string): Option<boolean> {
  return option({
    default: standard,
    says,
    parse: (given) => {
      const value = switchWords.get(given.trim().toLowerCase())
      return value === undefined ? { wrong: 'must be true or false' } : { value }
    },
  })
}

export function choice<const T extends string>(
  allowed: readonly T[],
  standard: NoInfer<T>,
  says: string,
): Option<T> {
  return option<T>({
    default: standard,
    says: `${says} One of: ${allowed.join(', ')}.`,
    parse: (given) => {
      const value = allowed.find((word) => word === given.trim().toLowerCase())
      return value === undefined ? { wrong: `must be one of: ${allowed.join(', ')}` } : { value }
    },
  })
}

const maxNetworks = 200

/** A list of addresses or networks such as `10.0.0.0/8`. */
export function networks(says: string): Option<readonly string[]> {
  const parse = (given: string) => parseNetworks(given.replace(/^\s*\[(.*)\]\s*$/, '$1').split(','))
  return {
    ...option<readonly string[]>({ default: [], says, parse }),
    list: true,
    parseList: parseNetworks,
  }
}

function parseNetworks(entries: readonly string[]): Parsed<readonly string[]> {
  const value = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (value.length > maxNetworks) return { wrong: `must not have over ${maxNetworks} entries` }
  return value.every(isNetwork)
    ? { value }
    : { wrong: 'must be a list of addresses or networks, such as 192.168.1.5 or 172.16.0.0/12' }
}

function isNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
