/** Filter values that are number ranges: `1990..1999`, `1990..`, `..1999`. Pure. */

interface Range {
  /** Inclusive, like `max`. undefined if there is no limit. */
  min: number | undefined
  max: number | undefined
}

export function parseRange(value: string | null): Range | undefined {
  const [, min, max] = /^(\d{0,4})\.\.(\d{0,4})$/.exec(value ?? '') ?? []
  if (!min && !max) return undefined
  return { min: boundIn(min), max: boundIn(max) }
}

const boundIn = (text: string | undefined) => (text ? Number(text) : undefined)

/**
 * Builds a range in ascending order from two text fields. A single number is returned if both are
 * equal. Returns undefined if both fields are empty or invalid.
 */
export function getFilterRange(from: string, to: string): string | undefined {
  const [min, max] = [from, to].map((text) => (/^\d{1,4}$/.test(text.trim()) ? +text : undefined))
  if (min === undefined && max === undefined) return undefined
  if (min === max) return String(min)
  const isTurned = min !== undefined && max !== undefined && min > max
  return isTurned ? `${max}..${min}` : `${min ?? ''}..${max ?? ''}`
}
