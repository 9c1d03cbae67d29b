import { json, table, text, uuid } from '../../../platform/db/columns'
import { users } from '../../../accounts/users/schema'

/** Sessions that their users ended. One row for each user who ever signed out of an app. */
export const komgaSignOuts = table('komga_sign_outs', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The last ones. Ids sort by the time at which the session began. */
  endedIds: json<string[]>().notNull(),
  /** Sessions with this id or an older one have ended, too; null: none. */
  endedUpTo: text(),
})
