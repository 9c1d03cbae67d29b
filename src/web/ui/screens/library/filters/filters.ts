/**
 * Filters in the URL. `genre=Mystery,Drama,-Horror` means Mystery or Drama but not Horror,
 * `genre=Mystery;Drama` means both, and `genre=~` means no genre. In names, backslashes escape
 * these characters. `year=1990..1999` is a range.
 */
import { parseRange } from './ranges'

export const groups = [
  'genre',
  'tag',
  'read',
  'status',
  'publisher',
  'person',
  'language',
  'year',
  'age',
  'direction',
  'from',
  'format',
  'type',
  'wanted',
  'favorite',
  'rated',
  'complete',
  'followed',
  'problem',
] as const
export type Group = (typeof groups)[number]

export interface Filter {
  /** Whether all included values must match. Otherwise, one of them is enough. */
  isAll: boolean
  values: readonly FilterValue[]
}

export interface FilterValue {
  /** null for no value. */
  value: string | null
  isNot: boolean
}

export type Filters = Partial<Record<Group, Filter>>

const maxValues = 20
const maxValueLength = 100

const patterns: Partial<Record<Group, RegExp>> = {
  read: /^(unread|in_progress|read)$/,
  status: /^(ongoing|ended|hiatus|abandoned|unknown)$/,
  direction: /^(ltr|rtl|ttb|webtoon)$/,
  year: /^(\d{1,4}|\d{1,4}\.\.\d{0,4}|\.\.\d{1,4})$/,
  age: /^(\d{1,3}|\d{1,3}\.\.\d{0,3}|\.\.\d{1,3})$/,
  from: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  format: /^[a-z0-9]{1,10}$/,
  type: /^[a-z_]{1,20}$/,
  wanted: /^yes$/,
  favorite: /^yes$/,
  rated: /^yes$/,
  complete: /^yes$/,
  followed: /^yes$/,
  problem: /^yes$/,
}

/** URLs are untrusted input: unknown values are dropped. */
export function readFilter(group: Group, given: unknown): Filter | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined
  const text = String(given).slice(0, maxValues * maxValueLength)
  const { parts, hasSemicolon } = split(text)
  const values = parts
    .map(readValue)
    .filter(({ value }) => isValidValue(group, value))
    .slice(0, maxValues)
  return values.length === 0 ? undefined : { isAll: hasSemicolon, values }
}

export function writeFilter({ isAll, values }: Filter): string {
  return values
    .map(({ value, isNot }) => `${isNot ? '-' : ''}${value === null ? '~' : escapeValue(value)}`)
    .join(isAll ? ';' : ',')
}

const escapeValue = (value: string) => value.replaceAll(/[\\,;]|^[-~]/g, (sign) => `\\${sign}`)

function split(text: string) {
  const parts: string[] = []
  let part = ''
  let hasSemicolon = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '\\') {
      part += sign + (text[++at] ?? '')
    } else if (sign === ',' || sign === ';') {
      hasSemicolon ||= sign === ';'
      parts.push(part)
      part = ''
    } else part += sign
  }
  return { parts: [...parts, part], hasSemicolon }
}

function readValue(part: string): FilterValue {
  const isNot = part.startsWith('-')
  const rest = isNot ? part.slice(1) : part
  if (rest === '~') return { value: null, isNot }
  return { value: rest.replaceAll(/\\(.)/gs, '$1'), isNot }
}

const isValidValue = (group: Group, value: string | null) =>
  value === null ||
  (value !== '' && value.length <= maxValueLength && (patterns[group]?.test(value) ?? true))

/** Returns undefined if the value is neither included nor excluded. */
export const findValue = (filter: Filter | undefined, value: string | null) =>
  filter?.values.find((each) => each.value === value)

/** Includes a value, or excludes it if `isNot` is true. A second call removes the value. */
export function toggled(
  filter: Filter | undefined,
  { value, isNot }: FilterValue,
): Filter | undefined {
  const others = (filter?.values ?? []).filter((each) => each.value !== value)
  const isSame = findValue(filter, value)?.isNot === isNot
  const values = isSame ? others : [...others, { value, isNot }]
  return values.length === 0 ? undefined : { isAll: filter?.isAll ?? false, values }
}

/** Replaces the included ranges with this one. Other values and excluded ranges stay. */
export function withRange(filter: Filter | undefined, range: string): Filter {
  const others = (filter?.values ?? []).filter(
    ({ value, isNot }) => value !== range && (isNot || !parseRange(value)),
  )
  return { isAll: false, values: [...others, { value: range, isNot: false }] }
}

const fields: Record<Group, string> = {
  genre: 'genre',
  tag: 'tag',
  read: 'readStatus',
  status: 'status',
  publisher: 'publisher',
  person: 'author',
  language: 'language',
  year: 'year',
  age: 'ageRating',
  direction: 'readingDirection',
  from: 'libraryId',
  format: 'format',
  type: 'bookType',
  wanted: 'wantToRead',
  favorite: 'favorite',
  rated: 'hasUserRating',
  complete: 'completion',
  followed: 'isTracked',
  problem: 'hasError',
}

/** Yes/no filters, whose values are not counted. */
const yesNoGroups: ReadonlySet<Group> = new Set([
  'wanted',
  'favorite',
  'rated',
  'complete',
  'followed',
  'problem',
])
export const isYesNo = (group: Group) => yesNoGroups.has(group)

export const getFacet = (group: Group) => fields[group]

export type Condition = Record<string, unknown>

/**
 * Builds the condition for the server. `rules` are additional conditions, such as the one from the
 * editor. Returns undefined if there are no conditions.
 */
export function buildCondition(
  filters: Filters,
  library: string | undefined,
  ...rules: readonly (Condition | undefined)[]
): Condition | undefined {
  const all = [
    ...(library ? [{ libraryId: { operator: 'is', value: library } }] : []),
    ...Object.entries(filters).flatMap(([group, filter]) =>
      buildGroupConditions(group as Group, filter),
    ),
    ...rules.filter((rule) => rule !== undefined),
  ]
  if (all.length === 0) return undefined
  return all.length === 1 ? all[0] : { allOf: all }
}

function buildGroupConditions(group: Group, { isAll, values }: Filter): Condition[] {
  const leaf = ({ value }: FilterValue) => ({ [fields[group]]: buildTest(group, value) })
  const wanted = values.filter(({ isNot }) => !isNot).map(leaf)
  const unwanted = values.filter(({ isNot }) => isNot).map((each) => ({ not: leaf(each) }))
  if (wanted.length < 2 || isAll) return [...wanted, ...unwanted]
  return [{ anyOf: wanted }, ...unwanted]
}

function buildTest(group: Group, value: string | null) {
  if (isYesNo(group)) return { operator: 'isTrue' }
  if (value === null) return { operator: 'isNull' }
  if (isNumber(group)) return buildNumberTest(value)
  return { operator: 'is', value }
}

/** Whether the values of a group are numbers, which support ranges. */
export const isNumber = (group: Group) => group === 'year' || group === 'age'

function buildNumberTest(value: string) {
  const range = parseRange(value)
  if (!range) return { operator: 'eq', value: Number(value) }
  const { min, max } = range
  return {
    operator: 'between',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
}
