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
 * User data for purged books and series: each row is a row from another table, restored when the
 * content is found again. Reading data itself is in `kept_progress`, `kept_events` and
 * `kept_completions`.
 */
export const preservedItems = table(
  'preserved_items',
  {
    id: id(),
    /** null for a list entry, which is deleted with its list. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** A book's content identity, or a series id. */
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
    ).notNull(),
    /** The row. Instants are stored as text. */
    value: json<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('preserved_items_identity').on(t.identity),
    index('preserved_items_user').on(t.userId, t.kind),
  ],
)

/** Purged books that belonged to a series that may have been purged with them. */
export const preservedSeries = table(
  'preserved_series',
  {
    /** The book's content identity. */
    identity: binaryText().notNull(),
    /** Not a foreign key: the series may be purged. */
    seriesId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.identity, t.seriesId] }),
    index('preserved_series_of').on(t.seriesId),
  ],
)
