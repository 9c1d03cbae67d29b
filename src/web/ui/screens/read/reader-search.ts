/** URL search parameters of the reader. */
export interface ReaderSearch {
  /** Page number, starting at 1. Overrides the saved position. */
  page?: number
  /** Reads without saving progress. */
  incognito?: true
  /** ID of the reading list that determines the adjacent books. */
  list?: string
}

export function readReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const page = Number(search['page'])
  return {
    ...(Number.isInteger(page) && page > 0 && { page }),
    ...(search['incognito'] ? { incognito: true as const } : {}),
    ...(typeof search['list'] === 'string' && idPattern.test(search['list'])
      ? { list: search['list'] }
      : {}),
  }
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
