/** Query parameters of series lists, and the request body of the search. */
import { fieldsQuery } from '../../platform/http/responses/item-fields'
import { PageQuery, sortQuery } from '../../platform/http/pagination'
import {
  boolean,
  booleanText,
  either,
  id,
  integerText,
  list,
  optional,
  patchable,
  shape,
  type Static,
  text,
  wordsText,
} from '../../platform/http/shapes'
import type { TSchema, TUnsafe } from '@sinclair/typebox'
import { seriesSortKeys } from './lists/series-sorts'
import { readStatuses, SeriesView, seriesStatuses } from './model'

/** Creates a query parameter that can be repeated. */
const oneOrMore = (word: TSchema, description: string) =>
  Object.assign(either(word, list(word, { maxItems: 50 })), {
    description,
  }) as unknown as TUnsafe<string | string[]>

const severalNames = optional(
  oneOrMore(text(2000), 'Names separated by commas; a series must have all of them'),
)
const severalWords = (words: readonly string[]) =>
  optional(
    oneOrMore(
      wordsText(words),
      `One or more of: ${words.join(', ')}; separated by commas. A series must have one of them`,
    ),
  )

const Full = {
  full: optional(booleanText({ description: 'Ignored; complete series are always returned' })),
}
const filters = {
  genres: severalNames,
  tags: severalNames,
  status: severalWords(seriesStatuses),
  readStatus: severalWords(readStatuses),
  tracked: optional(
    booleanText({
      description: 'Only series whose releases are tracked (true) or not tracked (false)',
    }),
  ),
  search: optional(
    text(200, {
      description:
        'Search words; each must match the start of a word in a title, person or publisher',
    }),
  ),
}
export const OfLibraryQuery = shape({
  ...PageQuery,
  ...sortQuery(seriesSortKeys),
  ...filters,
  ...Full,
  ...fieldsQuery(SeriesView),
})
export const SeriesQuery = shape({ ...OfLibraryQuery.properties, libraryId: optional(id()) })
export type SeriesQuery = Static<typeof SeriesQuery>

export const FewOfLibraryQuery = shape({
  limit: optional(
    integerText({
      minimum: 1,
      maximum: 500,
      default: 50,
      description: 'Maximum number of series to return',
    }),
  ),
  ...Full,
})
export const FewQuery = shape({ ...FewOfLibraryQuery.properties, libraryId: optional(id()) })
export const FullQuery = shape(Full)
export const SearchBody = shape({
  query: text(200, { minLength: 1 }),
  libraryId: patchable(id()),
  full: optional(boolean()),
})
