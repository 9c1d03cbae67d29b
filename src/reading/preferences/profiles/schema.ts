import { users } from '../../../accounts/users/schema'
import { id, json, table, text, timestamps, uniqueIndex, uuid } from '../../../platform/db/columns'

/**
 * A user's named sets of reader settings. The preference `reader.profile` of a series names the
 * profile that applies to it.
 */
export const readingProfiles = table(
  'reading_profiles',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The folded name. */
    nameKey: text().notNull(),
    settings: json<Record<string, unknown>>().notNull(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('reading_profiles_name').on(t.userId, t.nameKey)],
)
