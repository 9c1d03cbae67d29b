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
import type { Permission } from '../permissions/model'

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
    /** The libraries that the user can see; null: all. Ignored for administrators. */
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

/** Failed logins per account and per address, shared by all processes of one database. */
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

/** Hash of the one-time setup token. At most one row; deleted when the first account is created. */
export const setupTokens = table('setup_tokens', {
  hash: text().primaryKey(),
  createdAt: createdAt(),
})

/** Links that sign in once, made by a command. At most one for each user. */
export const loginLinks = table(
  'login_links',
  {
    hash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('login_links_user').on(t.userId)],
)
