import { json, table, text, uuid } from '../../../platform/db/columns'
import { users } from '../../../accounts/users/schema'

/** Sessions ended by their users. One row for each user who has ever signed out of an app. */
export const komgaSignOuts = table('komga_sign_outs', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The most recently ended sessions. Ids sort by session start time. */
  endedIds: json<string[]>().notNull(),
  /** Sessions with this id or an older one have also ended; null: none. */
  endedUpTo: text(),
})
