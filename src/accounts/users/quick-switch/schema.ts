import { createdAt, integer, table, text, uuid } from '../../../platform/db/columns'
import { users } from '../schema'

/** PINs for switching between users on a shared device. */
export const userPins = table('user_pins', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Argon2id. */
  pinHash: text().notNull(),
  /** Number of wrong attempts on all devices since the password was last entered. */
  failures: integer().notNull().default(0),
  createdAt: createdAt(),
})
