/** Readium locators of other programs. */
import { validate } from '../../../../platform/http/validation'
import { Locator } from '../../../../reading/progress/model'

export const maxLocatorBytes = 8192

export type ForeignLocator = Record<string, unknown> & {
  locations: { totalProgression?: unknown }
}

/** Returns null for text that is not a locator. */
export function parseLocator(text: string): ForeignLocator | null {
  const value = parseJson(text)
  return isLocator(value) ? value : null
}

/**
 * Reads a progression, which is a locator with a device and a time, or a plain locator. Returns
 * null for other text.
 */
export function parseProgression(text: string): ForeignLocator | null {
  const value = parseJson(text) as { locator?: unknown } | null
  const locator = value?.locator ?? value
  return isLocator(locator) ? locator : null
}

function parseJson(text: string): unknown {
  if (text.length > maxLocatorBytes || text.includes('\\u0000')) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

const isLocator = (value: unknown): value is ForeignLocator => validate(Locator, value).length === 0
