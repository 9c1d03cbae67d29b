/** Computes the order of books and missing entries in a list. Pure. */

interface Missing {
  /**
   * The preceding book. If null, the entry is placed at the start. If the book is not in the list,
   * the entry is placed at the end.
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
