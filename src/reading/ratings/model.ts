/** Ratings, private notes and favorites in the API. */
import { defineEvent } from '../../platform/events/event'
import { PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  id,
  instant,
  integer,
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
} from '../../platform/http/shapes'

const bounds = { minimum: 1, maximum: 100 }
const note = () => patchable(text(10_000, { description: 'Private note; null removes the note' }))

export const RatingUpdate = named('RatingUpdate', {
  rating: integer({ ...bounds, description: '1 to 100' }),
  notes: note(),
})
export type RatingUpdate = Static<typeof RatingUpdate>

export const RatingView = named('Rating', {
  id: id(),
  itemType: oneOf(['series', 'book']),
  seriesId: id('ID of the rated series, or of the series that the rated book belongs to'),
  bookId: nullable(id()),
  title: anyText(),
  rating: integer(bounds),
  notes: nullable(anyText()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type RatingView = Static<typeof RatingView>

export const RatingList = named('RatingList', {
  ratings: list(RatingView),
  page: long(),
  pageSize: long(),
  total: long(),
  totalPages: long(),
})
export const RatingsQuery = shape({
  ...PageQuery,
  itemType: optional(
    oneOf(['series', 'book'], { description: 'Only ratings of series or only ratings of books' }),
  ),
})
export type RatingsQuery = Static<typeof RatingsQuery>

const averageMembers = {
  average: nullable(
    number({
      description:
        'Average from 1 to 100; null if there are no ratings, or if the average would reveal the rating of a single other user',
    }),
  ),
  count: long({ description: 'Number of users who rated the series or book' }),
}
export const AverageRating = named('AverageRating', averageMembers)
export type AverageRating = Static<typeof AverageRating>

/** A user's rating, note and favorite for an item, and the average rating of all users. */
export const UserDataView = named('UserData', {
  rating: nullable(integer(bounds)),
  note: nullable(anyText()),
  favorite: boolean(),
  updatedAt: nullable(instant({ description: 'Time of the last change; null if nothing is set' })),
  ...averageMembers,
})
export type UserDataView = Static<typeof UserDataView>

export const UserDataUpdate = named('UserDataUpdate', {
  rating: patchable(
    integer({ ...bounds, description: 'Rating from 1 to 100; null removes the rating' }),
  ),
  note: note(),
  favorite: optional(boolean()),
})
export type UserDataUpdate = Static<typeof UserDataUpdate>

export const ratingsUpdated = defineEvent<{ userId: string; seriesId: string; bookId?: string }>(
  'ratings_updated',
)
