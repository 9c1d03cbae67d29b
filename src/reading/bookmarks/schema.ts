import {
  id,
  index,
  integer,
  json,
  real,
  table,
  text,
  timestamps,
  uuid,
} from '../../platform/db/columns'
import { books } from '../../catalog/books/schema'
import { users } from '../../accounts/users/schema'

/** A bookmark is either a page or a position in text. */
export const bookmarks = table(
  'bookmarks',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bookId: uuid()
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    /** Starts at 1. null for reflowable text. */
    page: integer(),
    locator: json<Record<string, unknown>>(),
    /** Position in the whole book, from 0 to 1. Bookmarks are sorted by this value. */
    fraction: real().notNull(),
    note: text(),
    ...timestamps(),
  },
  (t) => [
    index('bookmarks_of_user').on(t.userId, t.bookId, t.fraction),
    index('bookmarks_of_book').on(t.bookId),
  ],
)
