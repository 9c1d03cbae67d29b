/** Computes the order of books and missing entries in a list. Pure. */

interface Missing {
  /**
   * The preceding book. null places the entry at the start, and a book that is not in the list
   * places it at the end.
   */
  afterBookId: string | null
}

export type Placed<Entry extends Missing> =
  { bookId: string; missing?: undefined } | { bookId?: undefined; missing: Entry }

export function mergeOrder<Entry extends Missing>(
  bookIds: readonly string[],
  missing: readonly Entry[],
): Placed<Entry>[] {
  const known = new Set(bookIds)
  const after = Map.groupBy(missing, ({ afterBookId }) =>
    afterBookId === null || known.has(afterBookId) ? afterBookId : undefined,
  )
  const listAfter = (id: string | null | undefined): Placed<Entry>[] =>
    (after.get(id) ?? []).map((one) => ({ missing: one }))
  return [
    ...listAfter(null),
    ...bookIds.flatMap((bookId) => [{ bookId }, ...listAfter(bookId)]),
    ...listAfter(undefined),
  ]
}
