/** JSON in the data of other programs, whose structure is not guaranteed. Pure. */
import { asText, type Value } from './foreign-values'

const maxLength = 65_536

export type ForeignObject = Readonly<Record<string, Value | undefined>>

/** Returns undefined for text that is not JSON. */
export function parseForeignJson(value: Value): unknown {
  const text = asText(value, maxLength)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/**
 * Returns null for values that are not objects. The members can have any type. The functions that
 * convert them omit invalid values.
 */
export const asObject = (value: unknown): ForeignObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ForeignObject)
    : null

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the objects of a list. Other items are left out. */
export const listObjects = (value: unknown): ForeignObject[] =>
  asList(value)
    .map(asObject)
    .filter((one) => one !== null)
