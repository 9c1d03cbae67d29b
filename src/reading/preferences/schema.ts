import {
  binaryText,
  index,
  instant,
  json,
  primaryKey,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import { books } from '../../catalog/books/schema'
import { libraries } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import { users } from '../../accounts/users/schema'

/** User preferences: one row per setting and scope. */
export const preferences = table(
  'preferences',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * `user`, or the ID of the library, series or book, which is also in one of the columns below.
     */
    target: binaryText().notNull(),
    key: text().notNull(),
    value: json<unknown>().notNull(),
    libraryId: uuid().references(() => libraries.id, { onDelete: 'cascade' }),
    seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
    bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.target, t.key] }),
    index('preferences_library').on(t.libraryId),
    index('preferences_series').on(t.seriesId),
    index('preferences_book').on(t.bookId),
  ],
)
