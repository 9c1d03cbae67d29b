import {
  boolean,
  createdAt,
  id,
  index,
  integer,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import { collections } from '../../catalog/collections/schema'
import { readingLists } from '../../catalog/reading-lists/schema'

/**
 * Uploaded covers, covers from plugins, copies of pages, and profile pictures. Their files are in
 * `data/uploads`.
 */
export const covers = table(
  'covers',
  {
    id: id(),
    seriesId: uuid().references(() => series.id, { onDelete: 'cascade' }),
    bookId: uuid().references(() => books.id, { onDelete: 'cascade' }),
    collectionId: uuid().references(() => collections.id, { onDelete: 'cascade' }),
    readingListId: uuid().references(() => readingLists.id, { onDelete: 'cascade' }),
    /** Set for the profile picture of a user. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** `custom`, `plugin:<name>` or, for a book, `page:<n>`. */
    source: text().notNull(),
    /**
     * The source shown before this cover was selected automatically. For a book, null means its
     * file.
     */
    replacedSource: text(),
    isSelected: boolean().notNull().default(false),
    fileName: text().notNull(),
    mediaType: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('covers_series').on(t.seriesId),
    index('covers_book').on(t.bookId),
    index('covers_collection').on(t.collectionId),
    index('covers_reading_list').on(t.readingListId),
    index('covers_user').on(t.userId),
  ],
)
