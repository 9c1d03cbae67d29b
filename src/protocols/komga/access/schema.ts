import { json, table, text, uuid } from '../../../platform/db/columns'
import { users } from '../../../accounts/users/schema'

/** Sessions that users have ended. One row for each user who has ever signed out of an app. */
export const komgaSignOuts = table('komga_sign_outs', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The most recently ended sessions. IDs sort by the start of the session. */
  endedIds: json<string[]>().notNull(),
  /** All sessions up to and including this one have ended too. Null if there is no such limit. */
  endedUpTo: text(),
})
