/** Converts values of foreign databases, whose types are not guaranteed. Pure. */

export type Value = string | number | bigint | Uint8Array | null

const maxTextLength = 10_000

/**
 * Returns at most `max` characters of the text, without NUL characters, which PostgreSQL cannot
 * store. Returns null for values that are neither text nor numbers.
 */
export function asText(value: Value | undefined, max = maxTextLength): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\0', '')
  // If the cut splits a surrogate pair, the remaining half is replaced.
  return text.slice(0, max).toWellFormed()
}

const uuidText = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns an ID. IDs may be numbers, text or 16 bytes. A UUID results in the same ID as text and as
 * bytes.
 */
export function asId(value: Value | undefined): string | null {
  if (value instanceof Uint8Array)
    return value.length === 16 ? Buffer.from(value).toString('hex') : null
  const text = asText(value, 200)
  if (text === null || text === '') return null
  return uuidText.test(text) ? text.replaceAll('-', '').toLowerCase() : text
}

export function asReal(value: Value | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** PostgreSQL's largest integer, less one: some programs count pages from 0. */
const maxInteger = 2 ** 31 - 2

export function asInteger(value: Value | undefined): number | null {
  const number = asReal(value)
  return number === null || Math.abs(number) > maxInteger ? null : Math.trunc(number)
}

/** Returns a file size, which can be larger than other integers. */
export function asSize(value: Value | undefined): number | null {
  const number = asReal(value)
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null
}

export const asBoolean = (value: Value | undefined): boolean =>
  typeof value === 'string'
    ? ['1', 'true', 't', 'yes'].includes(value.toLowerCase())
    : Number(value) === 1

/** Returns whether the value is explicitly false. Missing and unreadable values are not. */
export const isNo = (value: Value | undefined): boolean =>
  typeof value === 'string'
    ? ['0', 'false', 'f', 'no'].includes(value.toLowerCase())
    : value !== null && value !== undefined && Number(value) === 0

const earliest = Date.parse('1990-01-01T00:00:00Z')
const latest = Date.parse('2100-01-01T00:00:00Z')
const timeText =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Reads a time: text, in UTC unless it names a zone, with up to 9 fractional digits, or a number of
 * seconds or milliseconds. Returns null for other values, and for times before 1990 or after 2099,
 * because such times often mean "never".
 */
export function asInstant(value: Value | undefined): Date | null {
  const ms = typeof value === 'number' ? fromNumber(value) : fromText(value)
  return ms >= earliest && ms <= latest ? new Date(ms) : null
}

const zoned = /(Z|[+-]\d{2}:?\d{2})$/

/** Like `asInstant`, but treats text without a zone as a time in the zone of this machine. */
export function asLocalInstant(value: Value | undefined): Date | null {
  const time = asInstant(value)
  const isLocal = typeof value === 'string' && !zoned.test(value.trim())
  return time !== null && isLocal
    ? new Date(time.getTime() + time.getTimezoneOffset() * 60_000)
    : time
}

const fromNumber = (value: number) => (Math.abs(value) < 1e11 ? value * 1000 : value)

function fromText(value: Value | undefined): number {
  const parts = typeof value === 'string' ? timeText.exec(value.trim()) : null
  if (!parts) return Number.NaN
  const [, day, time = '00:00:00', fraction = '', zone = 'Z'] = parts
  const seconds = time.length === 5 ? `${time}:00` : time
  return Date.parse(`${day}T${seconds}${fraction.slice(0, 4)}${zone}`)
}

/** Returns the date without the time, such as "2019-05-04", or null if there is none. */
export function asDay(value: Value | undefined): string | null {
  const text = asText(value, 40)
  return text !== null && toInstantOfDay(text) ? text.slice(0, 10) : null
}

const toInstantOfDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00:00Z`))
