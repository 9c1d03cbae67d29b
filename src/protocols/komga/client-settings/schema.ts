import { users } from '../../../accounts/users/schema'
import {
  binaryText,
  boolean,
  index,
  primaryKey,
  table,
  text,
  uuid,
} from '../../../platform/db/columns'

/** Settings that apps store on the server. Only the apps know their meaning. */
export const clientSettings = table(
  'client_settings',
  {
    /** `global`, or the user ID, which is then also in `userId`. */
    target: binaryText().notNull(),
    key: text().notNull(),
    value: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** True if a global setting is also sent to clients that have not signed in. */
    allowUnauthorized: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.target, t.key] }), index('client_settings_user').on(t.userId)],
)
