import { users } from '../../accounts/users/schema'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import { createdAt, id, index, integer, table, uniqueIndex, uuid } from '../../platform/db/columns'

/** A user's reading queue. Each entry is a series or a book. */
export const wantToRead = table(
  'want_to_read',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
    bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    addedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('want_to_read_series').on(t.userId, t.seriesId),
    uniqueIndex('want_to_read_book').on(t.userId, t.bookId),
    index('want_to_read_order').on(t.userId, t.position),
    index('want_to_read_of_series').on(t.seriesId),
    index('want_to_read_of_book').on(t.bookId),
  ],
)
