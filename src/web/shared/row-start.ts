/** Number of series at the start of two rows that are compared. */
const compared = 10

/**
 * Returns a key of the series at the start of a row, whatever their order. A row of suggestions
 * with the key of a row above is hidden. The key of a row without series is empty.
 */
export const buildRowStart = (seriesIds: readonly string[]): string =>
  [...new Set(seriesIds)].slice(0, compared).toSorted().join()
