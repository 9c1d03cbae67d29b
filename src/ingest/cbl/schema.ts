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

/** Entries of imported reading lists whose book is not in the library. Only the owner sees them. */
export const missingEntries = table(
  'reading_list_missing_entries',
  {
    id: id(),
    listId: uuid()
      .notNull()
      .references(() => readingLists.id, { onDelete: 'cascade' }),
    /** The book before it; null at the start. Not a foreign key: without the book it is at the end. */
    afterBookId: uuid(),
    /** Order among the missing entries of the list. */
    place: integer().notNull(),
    entry: json<CblEntry>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('reading_list_missing_entries_list').on(t.listId, t.place)],
)

/** What users chose by hand for entries, for their next import. One of the two is set. */
export const cblChoices = table(
  'cbl_choices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of an entry or of its series: see `entry-keys`. */
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
