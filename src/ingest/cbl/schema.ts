import { users } from '../../accounts/users/schema'
import { books } from '../../catalog/books/schema'
import { readingLists } from '../../catalog/reading-lists/schema'
import { series } from '../../catalog/series/schema'
import {
  binaryText,
  createdAt,
  id,
  index,
  integer,
  json,
  primaryKey,
  table,
  timestamps,
  uuid,
} from '../../platform/db/columns'
import type { CblEntry } from './entry'

/** Imported reading list entries whose book is not in the library. Only the owner sees them. */
export const missingEntries = table(
  'reading_list_missing_entries',
  {
    id: id(),
    listId: uuid()
      .notNull()
      .references(() => readingLists.id, { onDelete: 'cascade' }),
    /**
     * The preceding book, or null at the start. Not a foreign key: if the book no longer exists,
     * the entry comes last.
     */
    afterBookId: uuid(),
    /** Order among the list's missing entries. */
    place: integer().notNull(),
    entry: json<CblEntry>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('reading_list_missing_entries_list').on(t.listId, t.place)],
)

/**
 * Books and series that users chose manually for entries, reused by their next import. Either the
 * book or the series is set.
 */
export const cblChoices = table(
  'cbl_choices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Key of an entry or of its series: see `entry-keys`. */
    key: binaryText().notNull(),
    bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
    seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
    ...timestamps(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('cbl_choices_book').on(t.bookId),
    index('cbl_choices_series').on(t.seriesId),
    index('cbl_choices_age').on(t.userId, t.updatedAt),
  ],
)
