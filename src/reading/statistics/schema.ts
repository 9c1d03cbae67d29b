import {
  boolean,
  index,
  integer,
  long,
  oneOf,
  primaryKey,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import { books } from '../../catalog/books/schema'
import { users } from '../../accounts/users/schema'

/**
 * Reading sessions of one user in one book. Times are in milliseconds because SQL computes with
 * them.
 */
export const readingSessions = table(
  'reading_sessions',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the client, or new for derived sessions. */
    id: uuid().notNull(),
    bookId: uuid()
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    /** `events`: derived from reading events, and derived again when those change. */
    origin: oneOf('events', 'client', 'import').notNull(),
    deviceId: text(),
    startedMs: long().notNull(),
    endedMs: long().notNull(),
    /** At most `endedMs` - `startedMs`; null if unknown. */
    activeMs: long(),
    pages: integer(),
    /**
     * false for a derived session that overlaps another one for the same book: it does not count at
     * all. If false for any other session, it overlaps an earlier one, and only its pages do not
     * count.
     */
    counted: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('reading_sessions_time').on(t.userId, t.startedMs),
    index('reading_sessions_of_book').on(t.bookId, t.userId, t.startedMs),
  ],
)
