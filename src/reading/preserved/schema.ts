import { users } from '../../accounts/users/schema'
import {
  binaryText,
  createdAt,
  id,
  index,
  json,
  oneOf,
  primaryKey,
  table,
  uuid,
} from '../../platform/db/columns'

/**
 * User data of purged books and series: rows of other tables, as JSON. It is restored when the
 * content is found again, and deleted after 90 days unless it is a rating or part of a user's
 * reading history. Reading data itself is in `kept_progress`, `kept_events` and `kept_completions`.
 */
export const preservedItems = table(
  'preserved_items',
  {
    /** A preserved cover keeps the ID of the cover, because its files are named after it. */
    id: id(),
    /** null for data that belongs to no user, such as edits and list entries. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Content identity of a book, or ID of a series. */
    identity: binaryText().notNull(),
    kind: oneOf(
      'bookmark',
      'highlight',
      'rating',
      'wanted',
      'preference',
      'session',
      'seriesCompletion',
      'listEntry',
      'metadata',
      'match',
      'cover',
      'coverChoice',
      'seriesCover',
      'sharingTag',
      'tracking',
      'chosenSeries',
      'alias',
      'edition',
      'cblChoice',
      'coverLock',
      'hidden',
    ).notNull(),
    /** The preserved row as JSON. Times are stored as text. */
    value: json<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('preserved_items_identity').on(t.identity),
    index('preserved_items_user').on(t.userId, t.kind),
  ],
)

/** The series that each purged book belonged to, which may have been purged as well. */
export const preservedSeries = table(
  'preserved_series',
  {
    /** The book's content identity. */
    identity: binaryText().notNull(),
    /** Not a foreign key, because the series may have been purged. */
    seriesId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.identity, t.seriesId] }),
    index('preserved_series_of').on(t.seriesId),
  ],
)
