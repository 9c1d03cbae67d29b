/** Search parameters of the reader. */
export interface ReaderSearch {
  /** Page from 1; overrides the saved position. */
  page?: number
  /** Saves no progress. */
  incognito?: true
}

export function readReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const page = Number(search['page'])
  return {
    ...(Number.isInteger(page) && page > 0 && { page }),
    ...(search['incognito'] ? { incognito: true as const } : {}),
  }
}
