/** Requests and responses of series lists, except requests with simple filters. */
import { ConditionOf, type Condition, type Kinds } from '../../../platform/query/condition'
import { createFacetMembers } from '../../../platform/query/facets'
import { fieldsQuery } from '../../../platform/http/responses/item-fields'
import { PageQuery, sortQuery } from '../../../platform/http/pagination'
import { SeriesView } from '../model'
import { seriesSortKeys } from './series-sorts'
import {
  anyText,
  booleanText,
  id,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

export const seriesFieldKinds = {
  libraryId: 'uuid',
  inCollection: 'uuid',
  genre: 'text',
  tag: 'text',
  sharingTag: 'text',
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
  favorite: 'boolean',
  hasUserRating: 'boolean',
  userRating: 'number',
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

/** Fields that only the APIs of reading apps need. The API document does not list them. */
export const appFieldKinds = {
  /** The name by which series are sorted. Case, accents and articles at its start are ignored. */
  sortName: 'text',
  /** The roles in which people are credited. */
  role: 'text',
  id: 'uuid',
  /** A subject of one of its books, which apps call a tag. */
  bookSubject: 'text',
} as const satisfies Kinds

export const ListBody = named('SeriesListRequest', {
  condition: patchable(ConditionOf(seriesFieldKinds)),
  fullTextSearch: patchable(
    text(200, {
      description:
        'Search words; each must match the start of a word in a title, person or publisher',
    }),
  ),
})
export type ListBody = Static<typeof ListBody>

/** Condition fields whose values can be counted. */
const facetNames = [
  'libraryId',
  'genre',
  'tag',
  'status',
  'readStatus',
  'publisher',
  'language',
  'readingDirection',
  'year',
  'ageRating',
  'author',
] as const
export type FacetName = (typeof facetNames)[number]

export const FacetsBody = named('SeriesFacetsRequest', {
  ...ListBody.properties,
  facets: list(oneOf(facetNames), { minItems: 1, maxItems: facetNames.length }),
  search: patchable(text(100, { description: 'Only values whose name contains this text' })),
})
export type FacetsBody = Static<typeof FacetsBody>

export const Facet = named('Facet', {
  facet: oneOf(facetNames),
  ...createFacetMembers(),
})
export type Facet = Static<typeof Facet>

const Full = { full: optional(booleanText({ description: 'Ignored; accepted for compatibility' })) }
export const ListQuery = shape({ ...PageQuery, ...sortQuery(seriesSortKeys), ...Full })
export const FieldsOfListQuery = shape({ ...ListQuery.properties, ...fieldsQuery(SeriesView) })
export const GroupsQuery = shape(sortQuery(seriesSortKeys))

export const ExternalIndexView = named('SeriesExternalIndex', {
  id: id(),
  externalIds: list(
    shape({
      source: anyText({ description: '`plugin:<name>`, `comicinfo` or `epub`' }),
      externalId: anyText(),
      externalUrl: nullable(anyText()),
    }),
  ),
  localMaxChapter: nullable(number()),
  localMaxVolume: nullable(long()),
  volumesOwned: nullable(long()),
})
export type ExternalIndexView = Static<typeof ExternalIndexView>

export const AlphabeticalGroup = named('AlphabeticalGroup', {
  group: anyText({ description: 'First letter; `#` for digits and empty titles' }),
  count: long(),
  offset: nullable(
    long({ description: 'Number of series before the group; null unless sorted by name' }),
  ),
})
export type AlphabeticalGroup = Static<typeof AlphabeticalGroup>
