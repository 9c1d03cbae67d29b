import { users } from '../../../accounts/users/schema'
import { id, json, table, text, timestamps, uniqueIndex, uuid } from '../../../platform/db/columns'

/**
 * Named sets of reader settings of a user. The preference `reader.profile` of a series contains the
 * ID of the profile that applies to it.
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
