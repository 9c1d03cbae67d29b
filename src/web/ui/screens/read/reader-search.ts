/** What the address of a reader says beside the book. */
export interface ReaderSearch {
  /** From 1: opens there instead of where one left off. */
  page?: number
  /** Nothing of this reading is kept. */
  incognito?: true
}

export function readReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const page = Number(search['page'])
  return {
    ...(Number.isInteger(page) && page > 0 && { page }),
    ...(search['incognito'] ? { incognito: true as const } : {}),
  }
}
