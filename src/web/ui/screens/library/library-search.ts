/** The whole state of the library as it stands in the address. */

export const sorts = [
  'name,asc',
  'name,desc',
  'date_added,desc',
  'date_updated,desc',
  'date_read,desc',
  'release_date,desc',
] as const
export const readStates = ['unread', 'in_progress', 'read'] as const
export const statuses = ['ongoing', 'ended', 'hiatus', 'abandoned'] as const

export interface LibrarySearch {
  /** The id of one library; all without it. */
  library?: string | undefined
  sort?: (typeof sorts)[number] | undefined
  read?: (typeof readStates)[number] | undefined
  status?: (typeof statuses)[number] | undefined
  search?: string | undefined
}

/** Strangers type addresses, too: what is not known is left out. */
export function readLibrarySearch(given: Record<string, unknown>): LibrarySearch {
  const { library, search } = given
  const sort = sorts.find((known) => known === given['sort'])
  const read = readStates.find((known) => known === given['read'])
  const status = statuses.find((known) => known === given['status'])
  return {
    ...(typeof library === 'string' && { library }),
    ...(sort && { sort }),
    ...(read && { read }),
    ...(status && { status }),
    ...(isWord(search) && { search: String(search).slice(0, 200) }),
  }
}

/** The router reads a search for 1984 as a number. */
const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number'
