import { users } from '../../accounts/users/schema'
import {
  id,
  index,
  json,
  oneOf,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { libraries } from '../libraries/schema'

/** A user's saved filters. */
export const filterPresets = table(
  'filter_presets',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    target: oneOf('series', 'books').notNull(),
    /** null if the filter applies to all libraries. */
    libraryId: uuid().references(() => libraries.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /**
     * The library, if any, and the folded name combined into one key, because null libraries would
     * all count as different in a unique index.
     */
    nameKey: text().notNull(),
    condition: json<Record<string, unknown>>().notNull(),
    query: text(),
    sort: text(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('filter_presets_name').on(t.userId, t.target, t.nameKey),
    index('filter_presets_library').on(t.libraryId),
  ],
)
