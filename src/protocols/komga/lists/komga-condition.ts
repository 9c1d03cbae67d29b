/**
 * Translates Komga's search conditions. Unknown members next to a field are ignored, because some
 * apps add a `type` to each condition. Groups without a condition are ignored as well, because
 * Komga's web interface sends one for each filter that is not set. The limits for depth and size
 * are those of Quire's own conditions.
 */
import type { Clock } from '../../../platform/lib/clock'
import { isUuid } from '../../../platform/http/shapes'
import { invalid } from '../../../errors'
import { toQuireRole } from '../dto/series-dto'
import { komgaMessages } from '../messages'

/** A test in Komga's format: `{operator, value, dateTime, duration}`. */
export type KomgaTest = Readonly<Record<string, unknown>> & { operator: string }

/** A condition in Quire's format, which the services validate. */
export type Translated = Readonly<Record<string, unknown>>

/** A translation for each Komga field. */
export type FieldTranslations = Readonly<Record<string, (test: KomgaTest) => Translated>>

const everything: Translated = { allOf: [] }
export const nothing: Translated = { anyOf: [] }
export const negate = (condition: Translated): Translated => ({ not: condition })

/** Translates a condition. `{}` is valid and matches everything. */
export function translateCondition(given: unknown, fields: FieldTranslations): Translated {
  if (typeof given !== 'object' || given === null) return everything
  const condition = given as Readonly<Record<string, unknown>>
  for (const group of ['allOf', 'anyOf'] as const) {
    const parts = condition[group]
    if (!Array.isArray(parts)) continue
    const used = parts.filter((part) => !isEmptyGroup(part))
    if (used.length === 0) return everything
    return { [group]: used.map((part) => translateCondition(part, fields)) }
  }
  const name = Object.keys(condition).find((member) => Object.hasOwn(fields, member))
  if (name !== undefined) return fields[name]!(readTest(condition[name], name))
  const unknown = Object.keys(condition).find((member) => member !== 'type')
  if (unknown === undefined) return everything
  throw createRefusal(unknown)
}

/** Returns whether a condition is a group that is empty or contains only such groups. */
function isEmptyGroup(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false
  const { allOf, anyOf } = given as { allOf?: unknown; anyOf?: unknown }
  const parts = allOf ?? anyOf
  return Array.isArray(parts) && parts.every(isEmptyGroup)
}

function readTest(given: unknown, field: string): KomgaTest {
  const operator = (given as { operator?: unknown } | null | undefined)?.operator
  if (typeof operator !== 'string') throw createRefusal(field)
  // Komga accepts both `IsNot` and `isNot`.
  const name = operator.charAt(0).toLowerCase() + operator.slice(1)
  return { ...(given as Record<string, unknown>), operator: name }
}

const createRefusal = (field: string) =>
  invalid(komgaMessages.condition_unknown({ field: field.slice(0, 50) }))

const negations: Readonly<Record<string, string>> = {
  doesNotBeginWith: 'beginsWith',
  doesNotEndWith: 'endsWith',
}

const readWord = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '')

/** Translates text tests with all operators. `map` converts Komga's values to Quire's. */
export const translateText =
  (field: string, map: (value: string) => string = (value) => value) =>
  ({ operator, value }: KomgaTest): Translated => {
    if (operator === 'isNull' || operator === 'isNotNull') return { [field]: { operator } }
    const text = map(readWord(value))
    const positive = negations[operator]
    if (positive) return negate({ [field]: { operator: positive, value: text } })
    return { [field]: { operator, value: text } }
  }

/** Like `translateText`, for values that may be in any of several fields. */
export const translateTextOfAny =
  (...fields: readonly string[]) =>
  (test: KomgaTest): Translated => {
    const tests = fields.map((field) => translateText(field)(test))
    return /^(isNull|isNot|doesNot.*)$/.test(test.operator) ? { allOf: tests } : { anyOf: tests }
  }

/** Translates ID tests. An invalid ID matches nothing. */
export const translateId =
  (field: string) =>
  ({ operator, value }: KomgaTest): Translated => {
    if (!isUuid(value)) return operator === 'isNot' ? everything : nothing
    return { [field]: { operator, value } }
  }

/** Translates tests of a feature that Quire does not have, so that no item has a value. */
export const translateAbsent = ({ operator }: KomgaTest): Translated =>
  ['isNot', 'isNull', 'isFalse'].includes(operator) ? everything : nothing

const hasSelectedCover: Translated = { hasSelectedCover: { operator: 'isTrue' } }
const hasUnselectedCover: Translated = { hasUnselectedCover: { operator: 'isTrue' } }

/**
 * For each type of poster, the condition for a selected poster of this type, and the condition for
 * one that is not selected. The generated poster is selected unless another one is. Sidecar files
 * are not listed as posters of books.
 */
const posterConditions = {
  GENERATED: [negate(hasSelectedCover), hasSelectedCover],
  SIDECAR: [nothing, nothing],
  USER_UPLOADED: [hasSelectedCover, hasUnselectedCover],
} as const satisfies Record<string, readonly [Translated, Translated]>

const isPosterType = (type: string): type is keyof typeof posterConditions =>
  Object.hasOwn(posterConditions, type)

/** Translates tests of the posters of a book, of which at least one must have the given values. */
export const translatePoster = ({ operator, value }: KomgaTest): Translated => {
  const { type, selected } = (value ?? {}) as { type?: unknown; selected?: unknown }
  if (type !== undefined && type !== null && !(typeof type === 'string' && isPosterType(type)))
    throw createRefusal('poster')
  const types = type ? [posterConditions[type]] : Object.values(posterConditions)
  const conditions = types.flatMap(([ifSelected, ifUnselected]) => [
    ...(selected === false ? [] : [ifSelected]),
    ...(selected === true ? [] : [ifUnselected]),
  ])
  const condition = { anyOf: conditions }
  return operator === 'isNot' ? negate(condition) : condition
}

export const translateBoolean =
  (field: string) =>
  ({ operator }: KomgaTest): Translated => ({ [field]: { operator } })

const numberOperators: Readonly<Record<string, string>> = {
  is: 'eq',
  isNot: 'ne',
  greaterThan: 'gt',
  lessThan: 'lt',
}

export const translateNumber =
  (field: string) =>
  ({ operator, value }: KomgaTest): Translated => {
    if (operator === 'isNull' || operator === 'isNotNull') return { [field]: { operator } }
    return { [field]: { operator: numberOperators[operator] ?? operator, value: Number(value) } }
  }

/** Translates tests of release dates, which are compared by year. */
export const translateYear =
  (clock: Clock) =>
  ({ operator, dateTime, duration }: KomgaTest): Translated => {
    if (operator === 'isNull' || operator === 'isNotNull') return { year: { operator } }
    if (operator === 'isInTheLast' || operator === 'isNotInTheLast') {
      const from = clock.now().getUTCFullYear() - readYears(duration)
      return { year: { operator: operator === 'isInTheLast' ? 'gte' : 'lt', value: from } }
    }
    const year = new Date(String(dateTime)).getUTCFullYear()
    if (Number.isNaN(year)) throw createRefusal('releaseDate')
    return { year: { operator: operator === 'after' ? 'gt' : 'lt', value: year } }
  }

/** Converts a duration such as `P2Y`, `P30D` or `PT720H` to whole years, by its first unit. */
function readYears(duration: unknown): number {
  const [, time = '', amount = '', unit = ''] =
    /^P(T?)(\d{1,6})([YMWDHS])/.exec(String(duration)) ?? []
  const perYear: Record<string, number> = { Y: 1, M: 12, W: 52, D: 365, TH: 8760 }
  const units = perYear[time + unit] ?? Number.POSITIVE_INFINITY
  return Math.floor(Number(amount) / units)
}

/** Translates tests of people. If a test contains a name and a role, the role is ignored. */
export const translateAuthor = ({ operator, value }: KomgaTest): Translated => {
  const { name, role } = (value ?? {}) as { name?: unknown; role?: unknown }
  const positive = operator === 'isNot' ? 'isNot' : 'is'
  if (typeof name === 'string' && name !== '')
    return { author: { operator: positive, value: name.slice(0, 300) } }
  if (typeof role !== 'string' || role === '') return everything
  return { role: { operator: positive, value: toQuireRole(role.slice(0, 100)) } }
}

const readStatuses: Readonly<Record<string, string>> = {
  UNREAD: 'unread',
  READ: 'read',
  IN_PROGRESS: 'in_progress',
}
export const toReadStatus = (word: string) => readStatuses[word.toUpperCase()] ?? 'unknown'
