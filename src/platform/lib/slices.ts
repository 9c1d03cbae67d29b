/**
 * Splits a list into slices of `size`, for example for statements with a limited number of
 * parameters.
 */
export function* splitIntoSlices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
