/** Values of a row while it is being edited, and the API test built from them. Pure. */
import { type KnownField, operatorsOf } from './field-kinds'

export interface Draft {
  operator: string
  /** The text as typed or, for a day, the instant in the format of the API. */
  value: string
  values: readonly string[]
  min: string
  max: string
}

type Test = Record<string, unknown>

const withoutValue = new Set(['isNull', 'isNotNull', 'isTrue', 'isFalse'])
export type Shape = 'none' | 'one' | 'many' | 'range'

/** Returns the inputs that the operator needs. */
export function getShape(operator: string): Shape {
  if (withoutValue.has(operator)) return 'none'
  if (operator === 'between') return 'range'
  return operator === 'in' || operator === 'notIn' ? 'many' : 'one'
}

/** True for operators whose value is a number of days. */
export const isRelative = (operator: string) =>
  operator === 'inTheLast' || operator === 'notInTheLast'

/** Creates a draft. `value` is the field's first possible value, if known. */
export const newDraft = ({ kind }: Pick<KnownField, 'kind'>, value = ''): Draft => ({
  operator: operatorsOf[kind][kind === 'text' && value === '' ? 2 : 0]!,
  value,
  values: [],
  min: '',
  max: '',
})

/** Converts an API test to a draft. Returns undefined if the editor cannot show the test. */
export function readDraft(field: KnownField, test: Test): Draft | undefined {
  const { operator, value, days, values, min, max, start, end } = test
  if (typeof operator !== 'string' || !operatorsOf[field.kind].includes(operator)) return undefined
  const show = (given: unknown) => formatGiven(field, given)
  return {
    operator,
    value: isRelative(operator) ? String(days) : show(value),
    values: Array.isArray(values) ? values.map(String) : [],
    min: show(field.kind === 'instant' ? start : min),
    max: show(field.kind === 'instant' ? end : max),
  }
}

function formatGiven({ scale }: KnownField, given: unknown): string {
  if (typeof given === 'number') return String(given / scale)
  return typeof given === 'string' ? given : ''
}

/** Converts a draft to an API test. Returns undefined while a value is missing or invalid. */
export function buildTest(field: KnownField, draft: Draft): Test | undefined {
  const { operator, value, values } = draft
  const shape = getShape(operator)
  if (shape === 'none') return { operator }
  if (shape === 'many') return values.length > 0 ? { operator, values } : undefined
  if (shape === 'range') return buildRange(field, draft)
  if (isRelative(operator)) return buildRelative(operator, value)
  if (field.kind !== 'number') return value === '' ? undefined : { operator, value }
  const number = parseNumber(field, value)
  return number === undefined ? undefined : { operator, value: number }
}

const maxDays = 36_500

function buildRelative(operator: string, typed: string): Test | undefined {
  const days = Number(typed.trim() || Number.NaN)
  return Number.isInteger(days) && days >= 1 && days <= maxDays ? { operator, days } : undefined
}

function buildRange(field: KnownField, { operator, min, max }: Draft): Test | undefined {
  if (min === '' && max === '') return undefined
  if (field.kind === 'instant') {
    return { operator, ...(min && { start: min }), ...(max && { end: max }) }
  }
  const [from, to] = [parseNumber(field, min), parseNumber(field, max)]
  if ((min !== '' && from === undefined) || (max !== '' && to === undefined)) return undefined
  return {
    operator,
    ...(from !== undefined && { min: from }),
    ...(to !== undefined && { max: to }),
  }
}

function parseNumber({ scale }: KnownField, typed: string): number | undefined {
  const number = Number(typed.trim().replace(',', '.'))
  return typed.trim() !== '' && Number.isFinite(number) ? number * scale : undefined
}

const pad = (number: number, width = 2) => String(number).padStart(width, '0')

/** Formats a day in local time as `2026-11-26`. Returns an empty string for an invalid instant. */
export function formatDay(instant: string): string {
  const time = new Date(instant)
  if (instant === '' || Number.isNaN(time.getTime())) return ''
  return `${pad(time.getFullYear(), 4)}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
}

/** Returns the instant at which a day starts or ends in local time. */
export function parseDay(day: string, isEnd: boolean): string {
  const time = new Date(`${day}T${isEnd ? '23:59:59.999' : '00:00:00.000'}`)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

/**
 * Returns whether the operator compares with the end of a day rather than the start. For example,
 * `after` a day means later than its end.
 */
export const isEndOfDay = (operator: string) => operator === 'after' || operator === 'onOrBefore'

/** Changes the operator and keeps the values that the new one needs. */
export function withOperator(field: KnownField, draft: Draft, operator: string): Draft {
  const isOtherValue = isRelative(operator) !== isRelative(draft.operator)
  const next = { ...draft, operator, ...(isOtherValue && { value: '' }) }
  if (field.kind === 'instant' && getShape(operator) === 'one' && next.value) {
    if (isRelative(operator)) return next
    return { ...next, value: parseDay(formatDay(next.value), isEndOfDay(operator)) }
  }
  if (field.kind !== 'uuid') return next
  const [first = ''] = draft.values
  return getShape(operator) === 'many'
    ? { ...next, values: draft.values.length > 0 || !draft.value ? draft.values : [draft.value] }
    : { ...next, value: draft.value || first }
}
