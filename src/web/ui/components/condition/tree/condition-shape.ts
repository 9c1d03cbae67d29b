/** A condition as defined by the API. */
export type Condition = Record<string, unknown>

export const isCondition = (given: unknown): given is Condition =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/**
 * Returns an empty condition for invalid JSON or a value that is not an object, because other
 * programs may have stored the text.
 */
export function parseCondition(text: string | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return isCondition(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
