import {
  createdAt,
  id,
  index,
  instant,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'

/**
 * Addresses of feeds. Feed readers and calendars cannot sign in, so each address has a key in its
 * path.
 */
export const feedAddresses = table(
  'feed_addresses',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A name chosen by the owner. */
    name: text().notNull(),
    keyHash: text().notNull(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('feed_addresses_key').on(t.keyHash),
    index('feed_addresses_user').on(t.userId, t.createdAt),
  ],
)
