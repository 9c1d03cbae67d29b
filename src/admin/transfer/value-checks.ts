/** Checks values in an export. Each check returns the value, or throws `WrongValue`. */

export type Check = (value: unknown) => unknown

/** Thrown for a value that no export can contain. The message states the reason. */
export class WrongValue extends Error {}

const refuse = (expected: string): never => {
  throw new WrongValue(expected)
}

/** PostgreSQL cannot store null characters. */
export const checkText: Check = (value) => {
  if (typeof value !== 'string') return refuse('must be text')
  return value.includes('\0') ? refuse('must not contain null characters') : value.toWellFormed()
}
export const wholeNumber =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : refuse(`must be a whole number from ${least} to ${most}`)
export const finiteNumber: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse('must be a number')
export const fraction: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1
    ? value
    : refuse('must be a number from 0 to 1')
export const checkBoolean: Check = (value) =>
  typeof value === 'boolean' ? value : refuse('must be a boolean')
export const anything: Check = (value) => {
  if (value === undefined) return refuse('is missing')
  return JSON.stringify(value).includes('\\u0000')
    ? refuse('must not contain null characters')
    : value
}
export const object: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? anything(value)
    : refuse('must be an object')
const earliestMs = Date.parse('0001-01-01T00:00:00Z')
export const latestMs = Date.parse('9999-12-31T23:59:59.999Z')
export const checkInstant: Check = (value) => {
  const time = typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  return time.getTime() >= earliestMs && time.getTime() <= latestMs
    ? time
    : refuse('must be a time such as 2026-01-31T20:00:00Z')
}
export const checkOneOf =
  (...words: string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value)
      ? value
      : refuse(`must be one of ${words.join(', ')}`)
export const checkOrNull =
  (check: Check): Check =>
  (value) =>
    value === null || value === undefined ? null : check(value)
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.map(check) : refuse('must be a list')

/** Adds the name of the member to the message. */
export function checkMember(name: string, check: Check, given: Record<string, unknown>): unknown {
  try {
    return check(given[name])
  } catch (error) {
    if (error instanceof WrongValue) throw new WrongValue(`"${name}" ${error.message}`)
    throw error
  }
}
