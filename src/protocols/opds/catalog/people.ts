/** Creators of a book or series. Pure. */

export interface Person {
  name: string
  role: string
}

const creatorRoles = new Set(['author', 'co_author', 'writer', 'illustrator', 'penciller'])
const maxNames = 10

/** Lists the writers and artists. A person who is both is listed once. */
export const listCreators = (people: readonly Person[]) =>
  listUnique(people.filter(({ role }) => creatorRoles.has(role)))

/** Readium metadata members for Quire's roles. */
const members: Record<string, string> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  illustrator: 'illustrator',
  cover_artist: 'artist',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  editor: 'editor',
  translator: 'translator',
}

const noNames = {}

/**
 * Returns names keyed by Readium metadata member: `author`, `translator` and so on. Members without
 * names are absent.
 */
export function groupNames(people: readonly Person[]): Record<string, string[]> {
  if (people.length === 0) return noNames
  const groups = Map.groupBy(people, ({ role }) => members[role] ?? 'contributor')
  return Object.fromEntries([...groups].map(([member, ones]) => [member, listUnique(ones)]))
}

const listUnique = (people: readonly Person[]) =>
  [...new Set(people.map(({ name }) => name))].slice(0, maxNames)
