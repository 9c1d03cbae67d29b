import {
  id,
  index,
  json,
  oneOf,
  real,
  table,
  text,
  timestamps,
  uuid,
} from '../../platform/db/columns'
import { books } from '../../catalog/books/schema'
import { users } from '../../accounts/users/schema'

/** Passages that users highlighted in books, with notes. */
export const highlights = table(
  'highlights',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bookId: uuid()
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    /** A Readium locator whose `text.highlight` is the passage. */
    locator: json<Record<string, unknown>>().notNull(),
    /** A copy of the passage, used for searches and exports. */
    passage: text().notNull(),
    color: oneOf('yellow', 'green', 'blue', 'pink').notNull(),
    note: text(),
    /** Position in the whole book, from 0 to 1. Highlights are sorted by this value. */
    fraction: real().notNull(),
    ...timestamps(),
  },
  (t) => [
    index('highlights_of_user').on(t.userId, t.bookId, t.fraction),
    index('highlights_of_book').on(t.bookId),
  ],
)
