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
 * What users attached to books and series that were purged: one row of another table each, put back when the
 * content is found again. Reading itself is in `kept_progress`, `kept_events` and `kept_completions`.
 */
export const preservedItems = table(
  'preserved_items',
  {
    id: id(),
    /** null for the entry of a list, which goes with its list. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Identity of the content of a book, or the id of a series. */
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
    /** The row. Instants are texts. */
    value: json<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('preserved_items_identity').on(t.identity),
    index('preserved_items_user').on(t.userId, t.kind),
  ],
)

/** Which purged books belonged to a series that may be purged with them. */
export const preservedSeries = table(
  'preserved_series',
  {
    /** Identity of the content of a book. */
    identity: binaryText().notNull(),
    /** Without a reference: the series may be purged. */
    seriesId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.identity, t.seriesId] }),
    index('preserved_series_of').on(t.seriesId),
  ],
)
