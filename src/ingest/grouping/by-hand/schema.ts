import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  oneOf,
  primaryKey,
  table,
  text,
  uuid,
} from '../../../platform/db/columns'
import { users } from '../../../accounts/users/schema'
import { books } from '../../../catalog/books/schema'
import { libraries } from '../../../catalog/libraries/schema'

/** Manual changes to the grouping of books. The rows below store the previous state. */
export const groupingChanges = table(
  'grouping_changes',
  {
    id: id(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    kind: oneOf('move', 'merge', 'split', 'reset').notNull(),
    /**
     * Not a foreign key, because the record is kept when the series is deleted. null if every book
     * joined the series of its file.
     */
    targetId: uuid(),
    /** Title of the target at that time. */
    title: text(),
    bookCount: integer().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    undoneBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    undoneAt: instant(),
  },
  (t) => [
    index('grouping_changes_library').on(t.libraryId, t.createdAt, t.id),
    index('grouping_changes_created_by').on(t.createdBy),
    index('grouping_changes_undone_by').on(t.undoneBy),
  ],
)

export const groupingChangeBooks = table(
  'grouping_change_books',
  {
    changeId: uuid()
      .notNull()
      .references(() => groupingChanges.id, { onDelete: 'cascade' }),
    bookId: uuid()
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    fromId: uuid().notNull(),
    toId: uuid().notNull(),
    /** True if the series that the book left had already been chosen manually. */
    wasChosen: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.bookId] }),
    index('grouping_change_books_book').on(t.bookId),
  ],
)

/** Series that lost books, and series that had been merged into one that lost all its books. */
export const groupingChangeSeries = table(
  'grouping_change_series',
  {
    changeId: uuid()
      .notNull()
      .references(() => groupingChanges.id, { onDelete: 'cascade' }),
    seriesId: uuid().notNull(),
    title: text().notNull(),
    /** True if the series lost all its books, or had been merged into one that did. */
    isPutAway: boolean().notNull(),
    mergedBefore: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.seriesId] }),
    index('grouping_change_series_series').on(t.seriesId),
  ],
)

/**
 * List entries, ratings, preferences and edition links of a series that were copied to the target.
 */
export const groupingChangeCopies = table(
  'grouping_change_copies',
  {
    id: id(),
    changeId: uuid()
      .notNull()
      .references(() => groupingChanges.id, { onDelete: 'cascade' }),
    kind: oneOf('wanted', 'collection', 'rating', 'preference', 'edition').notNull(),
    fromId: uuid().notNull(),
    /** ID of the user, list or work. */
    ownerId: uuid().notNull(),
    /** Key of a preference. null for other data. */
    key: text(),
  },
  (t) => [index('grouping_change_copies_change').on(t.changeId)],
)
