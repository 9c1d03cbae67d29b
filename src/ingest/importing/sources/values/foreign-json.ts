/** JSON in the data of other programs, of which nothing is certain. Pure. */
import { asText, type Value } from './foreign-values'

const maxLength = 65_536

export type ForeignObject = Readonly<Record<string, Value | undefined>>

/** Returns undefined for text that is no JSON. */
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

/** The members can have any type; what converts them leaves out others. */
export const asObject = (value: unknown): ForeignObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ForeignObject)
    : null

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the objects of a list. Anything else is left out. */
export const listObjects = (value: unknown): ForeignObject[] =>
  asList(value)
    .map(asObject)
    .filter((one) => one !== null)
