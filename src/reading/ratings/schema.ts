import {
  boolean,
  id,
  index,
  integer,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import { users } from '../../accounts/users/schema'

/**
 * A user's rating, private note and favorite for a series or book. Either the series or the book is
 * set.
 */
export const ratings = table(
  'ratings',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
    bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
    /** 1 to 100, as entered. null means not rated. */
    rating: integer(),
    note: text(),
    favorite: boolean().notNull().default(false),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('ratings_series').on(t.userId, t.seriesId),
    uniqueIndex('ratings_book').on(t.userId, t.bookId),
    index('ratings_of_series').on(t.seriesId, t.rating),
    index('ratings_of_book').on(t.bookId, t.rating),
  ],
)
