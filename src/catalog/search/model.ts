import { PageOf, PageQuery, sortQuery } from '../../platform/http/pagination'
import { numberMembers } from '../books/model'
import { seriesSortKeys } from '../series/lists/series-sorts'
import {
  anyText,
  boolean,
  id,
  integer,
  integerText,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  shape,
  type Static,
  text,
  wordsText,
} from '../../platform/http/shapes'

export const searchKinds = [
  'series',
  'books',
  'people',
  'genres',
  'tags',
  'collections',
  'readLists',
] as const
export type SearchKind = (typeof searchKinds)[number]

export const SearchQuery = shape({
  q: text(200, {
    minLength: 1,
    description: 'Search words; each must match the start of a word in the result',
  }),
  kinds: optional(
    wordsText(searchKinds, {
      description: `Kinds of results, separated by commas: ${searchKinds.join(', ')}; default: all`,
    }),
  ),
  limit: optional(
    integerText({
      minimum: 1,
      maximum: 50,
      default: 5,
      description: 'Maximum number of results of each kind',
    }),
  ),
  libraryId: optional(id()),
})
export type SearchQuery = Static<typeof SearchQuery>

const matches = ['title', 'titleSort', 'alternateTitle', 'person', 'publisher', 'several'] as const
export type Match = (typeof matches)[number]

const Matched = {
  matched: oneOf(matches),
  matchedText: nullable(
    anyText({ description: 'Text that matched; null if the title or several fields matched' }),
  ),
}

const FoundSeries = named('FoundSeries', {
  id: id(),
  title: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  year: nullable(integer()),
  bookCount: long(),
  ...Matched,
})
export type FoundSeries = Static<typeof FoundSeries>

const FoundBook = named('FoundBook', {
  id: id(),
  title: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  volume: nullable(integer()),
  chapter: nullable(number()),
  ...numberMembers,
  matched: oneOf(['number', 'text'], {
    description:
      '`number` if the search names the series and the number of the book, as in `nova patrol 12`',
  }),
})
export type FoundBook = Static<typeof FoundBook>

export const PersonView = named('Person', {
  id: id(),
  name: anyText(),
  roles: list(
    anyText({ description: 'Roles of the person, such as writer, penciller or translator' }),
  ),
  seriesCount: long({ description: "Number of the person's series that you can see" }),
})
export type PersonView = Static<typeof PersonView>
export const People = PageOf(PersonView)

const FoundLabel = named('FoundLabel', {
  id: id(),
  name: anyText(),
  seriesCount: nullable(
    long({
      description:
        'Number of series; null if you cannot see all series, or if the search is limited to a library',
    }),
  ),
})
export type FoundLabel = Static<typeof FoundLabel>

const FoundList = named('FoundList', {
  id: id(),
  name: anyText(),
  ownerName: nullable(
    anyText({ description: 'Username of the owner; null if the account was deleted' }),
  ),
  isOwner: boolean({
    description: 'Whether you can change the name, cover and sharing of the list',
  }),
})
export type FoundList = Static<typeof FoundList>

export const SearchView = named('SearchResult', {
  series: list(FoundSeries),
  books: list(FoundBook),
  people: list(PersonView),
  genres: list(FoundLabel),
  tags: list(FoundLabel),
  collections: list(FoundList),
  readLists: list(FoundList),
  corrected: nullable(
    anyText({
      description: 'The corrected search text if nothing matched the given one; otherwise null',
    }),
  ),
})
export type SearchView = Static<typeof SearchView>

export const peopleSortKeys = ['name', 'series_count'] as const

export const PeopleQuery = shape({
  ...PageQuery,
  search: optional(
    text(200, { description: 'Search words; each must match the start of a word in the name' }),
  ),
  q: optional(text(200, { description: 'Same as `search`, which takes precedence' })),
  role: optional(text(40, { description: 'Only people with this role' })),
  libraryId: optional(id('Only people who are credited in this library')),
  ...sortQuery(peopleSortKeys),
})
export type PeopleQuery = Static<typeof PeopleQuery>

export const PersonParams = shape({
  id: text(300, { minLength: 1, description: 'ID or exact name' }),
})
export const OfPersonQuery = shape({ ...PageQuery, ...sortQuery(seriesSortKeys) })
export type OfPersonQuery = Static<typeof OfPersonQuery>
