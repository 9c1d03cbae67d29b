import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { Permission } from './model'

export const users = table(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** Case-folded, so that "Ann" and "ann" are one account. */
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text().notNull(),
    role: oneOf('reader', 'maintainer', 'admin').notNull(),
    permissions: json<Permission[]>().notNull(),
    /** The libraries opened to this person; null: all. Without effect on who may do everything. */
    libraryIds: json<string[]>(),
    isActive: boolean().notNull().default(true),
    lastLoginAt: instant(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_email_key').on(t.emailKey),
  ],
)

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** One sign-in of a browser or an app. Ending the row ends every token and cookie that came of it. */
export const sessions = table(
  'sessions',
  {
    id: id(),
    userId: ofUser(),
    kind: oneOf('browser', 'app').notNull(),
    /** SHA-256 of the opaque value in the browser's cookie. */
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
    /** Set when the token was exchanged; using it again after the grace ends the session. */
    replacedAt: instant(),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
)

export const apiKeys = table(
  'api_keys',
  {
    id: id(),
    userId: ofUser(),
    name: text().notNull(),
    keyPrefix: text().notNull(),
    secretHash: text().notNull(),
    permissions: json<Permission[]>().notNull(),
    isActive: boolean().notNull().default(true),
    expiresAt: instant(),
    lastUsedAt: instant(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('api_keys_prefix').on(t.keyPrefix), index('api_keys_user').on(t.userId)],
)

/** Failed sign-ins per account and per address; shared by all processes of one database. */
export const loginFailures = table(
  'login_failures',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastFailedAt: instant().notNull(),
    blockedUntil: instant(),
  },
  (t) => [index('login_failures_last').on(t.lastFailedAt)],
)

/** The one-time set-up link, as a hash. At most one row, gone once the first account exists. */
export const setupTokens = table('setup_tokens', {
  hash: text().primaryKey(),
  createdAt: createdAt(),
})
