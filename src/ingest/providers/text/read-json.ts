/**
 * Lenient JSON readers for provider data: a member of the wrong type is treated as absent, and
 * strings and lists are truncated to a maximum length. Also helpers that omit absent values. Pure.
 */
import { decodeEntities } from './plain-text'

export type JsonObject = Readonly<Record<string, unknown>>

const maxTitleLength = 500
const maxItems = 100

export const readObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

/** Returns at most `maxItems` items. Does not validate them. */
export const readItems = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, maxItems) : []

/** Reads text as a single line of limited length. Returns undefined for empty text. */
export function readLine(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = decodeEntities(value.slice(0, 4 * maxTitleLength))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxTitleLength)
    .toWellFormed()
  return text === '' ? undefined : text
}

/** Reads a number, or a string that contains only a number. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function readInteger(
  value: unknown,
  { min = 0, max = 2_147_483_647 } = {},
): number | undefined {
  const number = readNumber(value)
  return number !== undefined && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined
}

/** Reads the first four digits, because years can be numbers, dates or ranges. */
export function readYear(value: unknown): number | undefined {
  const [digits] = /\d{4}/.exec(readLine(value) ?? String(readNumber(value) ?? '')) ?? []
  const year = Number(digits)
  return year >= 1000 && year <= 2999 ? year : undefined
}

/** Reads the distinct single-line strings in a list. */
export const readLines = (value: unknown): string[] => [
  ...new Set(readItems(value).flatMap((one) => readLine(one) ?? [])),
]

/** Reads an ID, which may be a number, as a string. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  const id = readLine(value)
  return id !== undefined && id.length <= 200 ? id : undefined
}

/** Reads an HTTP or HTTPS URL. */
export function readUrl(value: unknown): string | undefined {
  const url = URL.parse(readLine(value) ?? '')
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.href.length <= 2000 ? url.href : undefined
}

export const omitAbsent = <Members extends object>(
  members: Members,
): { [Key in keyof Members]?: Exclude<Members[Key], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never

export const nonEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

/**
 * Converts a rating to the range 0 to 100. `best` is the provider's highest score. Returns
 * undefined for 0, which means that there are no votes.
 */
export function readRating(
  value: unknown,
  { best, voteCount: votes }: { best: number; voteCount?: unknown },
): { score: number; voteCount?: number } | undefined {
  const given = readNumber(value)
  if (given === undefined || given <= 0 || given > best) return undefined
  const voteCount = readInteger(votes)
  const score = Math.round((given / best) * 10_000) / 100
  return { score, ...(voteCount !== undefined && { voteCount }) }
}
