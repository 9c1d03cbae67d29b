/** What may be asked of lists of series, beyond the plain filters. */
import { ConditionOf, type Condition, type Kinds } from '../../http/condition'
import { PageQuery, SortQuery } from '../../http/pagination'
import {
  anyText,
  booleanText,
  long,
  named,
  nullable,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../http/shapes'

export const seriesFieldKinds = {
  libraryId: 'uuid',
  genre: 'text',
  tag: 'text',
  status: 'text',
  publisher: 'text',
  imprint: 'text',
  language: 'text',
  readingDirection: 'text',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  readStatus: 'text',
  author: 'text',
  path: 'text',
  completion: 'boolean',
  hasExternalSourceId: 'boolean',
  isTracked: 'boolean',
  wantToRead: 'boolean',
  communityRating: 'number',
  ageRating: 'number',
  year: 'number',
  bookCount: 'number',
  unreadCount: 'number',
  dateAdded: 'instant',
  dateUpdated: 'instant',
  dateRead: 'instant',
} as const satisfies Kinds
export type SeriesCondition = Condition<typeof seriesFieldKinds>

export const ListBody = named('SeriesListRequest', {
  condition: patchable(ConditionOf(seriesFieldKinds)),
  fullTextSearch: patchable(
    text(200, { description: 'Words that begin alike in titles, people, publisher' }),
  ),
})
export type ListBody = Static<typeof ListBody>

const Full = { full: optional(booleanText()) }
export const ListQuery = shape({ ...PageQuery, ...SortQuery, ...Full })
export const GroupsQuery = shape(SortQuery)

export const AlphabeticalGroup = named('AlphabeticalGroup', {
  group: anyText({ description: '`#` for digits and nothing, else the letter' }),
  count: long(),
  offset: nullable(
    long({ description: 'Series before it in the order by name; null in any other order' }),
  ),
})
export type AlphabeticalGroup = Static<typeof AlphabeticalGroup>
