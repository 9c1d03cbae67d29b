/**
 * Requests for book lists with a condition and search text, and for the facets and groups of such
 * lists.
 */
import { type Condition, ConditionOf, type Kinds } from '../../../platform/query/condition'
import { createFacetMembers } from '../../../platform/query/facets'
import { fieldsQuery } from '../../../platform/http/responses/item-fields'
import { PageQuery, sortQuery } from '../../../platform/http/pagination'
import { BookView } from '../model'
import { bookSortKeys } from './book-sorts'
import {
  booleanText,
  list,
  literal,
  named,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

export const bookFieldKinds = {
  libraryId: 'uuid',
  seriesId: 'uuid',
  inReadList: 'uuid',
  genre: 'text',
  tag: 'text',
  author: 'text',
  status: 'text',
  readingDirection: 'text',
  ageRating: 'number',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  publisher: 'text',
  imprint: 'text',
  language: 'text',
  bookType: 'text',
  format: 'text',
  finding: 'text',
  path: 'text',
  readStatus: 'text',
  hasError: 'boolean',
  wantToRead: 'boolean',
  favorite: 'boolean',
  hasUserRating: 'boolean',
  userRating: 'number',
  pageCount: 'number',
  fileSize: 'number',
  volume: 'number',
  chapter: 'number',
  year: 'number',
  dateAdded: 'instant',
  dateRead: 'instant',
} as const satisfies Kinds
export type BookCondition = Condition<typeof bookFieldKinds>

/** Fields that only the APIs of reading apps need. The API document does not list them. */
export const appFieldKinds = {
  /** The roles in which people are credited in the book's series. */
  role: 'text',
  /** A subject of the book, which apps call a tag. */
  subject: 'text',
  /** An uploaded cover, or a copy of a page, is shown. */
  hasSelectedCover: 'boolean',
  /** An uploaded cover, or a copy of a page, is not shown. */
  hasUnselectedCover: 'boolean',
} as const satisfies Kinds

export const BookListBody = named('BookListRequest', {
  condition: patchable(ConditionOf(bookFieldKinds)),
  fullTextSearch: patchable(
    text(200, {
      description:
        'Search words; each must match the start of a word in the title or in the name of a person',
    }),
  ),
  includeDeleted: optional(
    literal(false, { description: 'Books in the trash are listed at `/books/deleted`' }),
  ),
})
export type BookListBody = Static<typeof BookListBody>

export const BookMatchesQuery = shape({
  ...PageQuery,
  ...sortQuery(bookSortKeys),
  full: optional(booleanText({ description: 'Ignored; accepted for compatibility' })),
  ...fieldsQuery(BookView),
})
export type BookMatchesQuery = Static<typeof BookMatchesQuery>

/** Condition fields whose values can be counted. */
const bookFacetNames = [
  'libraryId',
  'genre',
  'tag',
  'publisher',
  'language',
  'year',
  'bookType',
  'format',
  'readStatus',
  'status',
  'readingDirection',
  'ageRating',
] as const
export type BookFacetName = (typeof bookFacetNames)[number]

export const BookFacetsBody = named('BookFacetsRequest', {
  ...BookListBody.properties,
  facets: list(oneOf(bookFacetNames), { minItems: 1, maxItems: bookFacetNames.length }),
  search: patchable(text(100, { description: 'Only values whose name contains this text' })),
})
export type BookFacetsBody = Static<typeof BookFacetsBody>

export const BookFacet = named('BookFacet', {
  facet: oneOf(bookFacetNames),
  ...createFacetMembers(),
})
export type BookFacet = Static<typeof BookFacet>

export const BookGroupsQuery = shape(sortQuery(bookSortKeys))
