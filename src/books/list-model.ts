/** What may be asked of lists of books, beyond the plain filters. */
import { type Condition, ConditionOf, type Kinds } from '../http/condition'
import { PageQuery, SortQuery } from '../http/pagination'
import { booleanText, named, optional, patchable, shape, type Static, text } from '../http/shapes'

export const bookFieldKinds = {
  libraryId: 'uuid',
  seriesId: 'uuid',
  genre: 'text',
  tag: 'text',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  publisher: 'text',
  language: 'text',
  bookType: 'text',
  format: 'text',
  finding: 'text',
  path: 'text',
  readStatus: 'text',
  hasError: 'boolean',
  wantToRead: 'boolean',
  pageCount: 'number',
  fileSize: 'number',
  volume: 'number',
  chapter: 'number',
  year: 'number',
  dateAdded: 'instant',
  dateRead: 'instant',
} as const satisfies Kinds
export type BookCondition = Condition<typeof bookFieldKinds>

export const BookListBody = named('BookListRequest', {
  condition: patchable(ConditionOf(bookFieldKinds)),
  fullTextSearch: patchable(text(200, { description: 'Words that begin alike in titles, people' })),
})
export type BookListBody = Static<typeof BookListBody>

export const BookMatchesQuery = shape({
  ...PageQuery,
  ...SortQuery,
  full: optional(booleanText()),
})
export type BookMatchesQuery = Static<typeof BookMatchesQuery>
