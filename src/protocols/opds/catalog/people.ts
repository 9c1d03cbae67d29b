/** Who made a book or series. Pure. */

export interface Person {
  name: string
  role: string
}

const creatorRoles = new Set(['author', 'co_author', 'writer', 'illustrator', 'penciller'])
const maxNames = 10

/** Those who wrote and drew it; somebody who did both is named once. */
export const listCreators = (people: readonly Person[]) =>
  listUnique(people.filter(({ role }) => creatorRoles.has(role)))

/** Members of Readium metadata for the roles of Quire. */
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

/** By member of Readium metadata: `author`, `translator` and so on. Members without names are absent. */
export function groupNames(people: readonly Person[]): Record<string, string[]> {
  if (people.length === 0) return noNames
  const groups = Map.groupBy(people, ({ role }) => members[role] ?? 'contributor')
  return Object.fromEntries([...groups].map(([member, ones]) => [member, listUnique(ones)]))
}

const listUnique = (people: readonly Person[]) =>
  [...new Set(people.map(({ name }) => name))].slice(0, maxNames)
