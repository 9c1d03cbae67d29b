import {
  createdAt,
  id,
  index,
  instant,
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
    kind: oneOf('browser', 'app').notNull(),
    /** SHA-256 of the cookie's value. */
    cookieHash: text(),
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
