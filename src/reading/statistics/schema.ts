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
 * Reading sessions of a user in a book. Times are in milliseconds, because SQL computes with them.
 */
export const readingSessions = table(
  'reading_sessions',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the client, or generated for derived sessions. */
    id: uuid().notNull(),
    bookId: uuid()
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    /**
     * `events` means that the session was derived from reading events. It is derived again when
     * the events change.
     */
    origin: oneOf('events', 'client', 'import').notNull(),
    deviceId: text(),
    startedMs: long().notNull(),
    endedMs: long().notNull(),
    /** At most `endedMs` - `startedMs`, or null if unknown. */
    activeMs: long(),
    pages: integer(),
    /**
     * False for a derived session that overlaps a measured one of the same book. Such a session
     * does not count at all. Also false for a measured session that overlaps an earlier measured
     * one. The pages of such a session do not count, but its time does.
     */
    counted: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('reading_sessions_time').on(t.userId, t.startedMs),
    index('reading_sessions_of_book').on(t.bookId, t.userId, t.startedMs),
  ],
)
