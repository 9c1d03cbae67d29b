import {
  binaryText,
  createdAt,
  id,
  index,
  instant,
  primaryKey,
  real,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Credentials with which KOReader signs in. It sends the MD5 of the password, so the hash of the
 * account password cannot be used.
 */
export const syncLogins = table(
  'sync_logins',
  {
    id: id(),
    userId: ofUser(),
    /** The device, as named by its owner. */
    name: text().notNull(),
    username: binaryText().notNull(),
    /** Hash of the MD5 of the password, which is random and long. */
    secretHash: text().notNull(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('sync_logins_username').on(t.username),
    index('sync_logins_user').on(t.userId, t.createdAt),
  ],
)

/** The last position that a user sent for each document, in KOReader's format. */
export const koreaderPositions = table(
  'koreader_positions',
  {
    userId: ofUser(),
    document: binaryText().notNull(),
    /** A page number, or a path into the text that Quire does not interpret. */
    progress: text().notNull(),
    /** From 0 to 1. */
    percentage: real().notNull(),
    device: text().notNull(),
    deviceId: text(),
    /** Server time of the corresponding reading event. */
    receivedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.document] }),
    index('koreader_positions_oldest').on(t.userId, t.receivedAt),
  ],
)
