import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  json,
  oneOf,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../users/schema'

/** A login of a browser or an app. Revoking the row invalidates its cookie and all its tokens. */
export const sessions = table(
  'sessions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The value of a `signed` session is not stored: see signed-sessions.ts. */
    kind: oneOf('browser', 'app', 'signed').notNull(),
    /** SHA-256 of the cookie's value. */
    cookieHash: text(),
    /**
     * Started with a PIN, which never gives access to administrators or accounts with two-factor
     * authentication.
     */
    isByPin: boolean().notNull().default(false),
    userAgent: text(),
    address: text(),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    uniqueIndex('sessions_cookie').on(t.cookieHash),
    index('sessions_expires').on(t.expiresAt),
  ],
)

export const refreshTokens = table(
  'refresh_tokens',
  {
    /** SHA-256 of the token. */
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** Set when the token is exchanged. Using it again after the grace period ends the session. */
    replacedAt: instant(),
    /** Together with the token itself, determines the token that replaced it. */
    successorSalt: text(),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
)

/** Accounts that a shared device can switch to with a PIN. */
export const deviceAccounts = table(
  'device_accounts',
  {
    id: id(),
    /** SHA-256 of the cookie of the device. */
    deviceHash: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The latest session of the account on this device, which may have expired. */
    sessionId: uuid().notNull(),
    userAgent: text(),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('device_accounts_device').on(t.deviceHash, t.userId),
    index('device_accounts_user').on(t.userId),
  ],
)

/** Signed sessions that have ended. One row for each user who has ever ended one. */
export const endedSignedSessions = table('ended_signed_sessions', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The most recently ended sessions. IDs sort by the start of the session. */
  endedIds: json<string[]>().notNull(),
  /**
   * All sessions with IDs up to and including this one have ended too. Null if there is no such
   * limit.
   */
  endedUpTo: text(),
})
