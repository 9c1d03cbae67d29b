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
import type { Restrictions } from '../permissions/restriction-rules'

export const users = table(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** Case-folded, so that "Ann" and "ann" are one account. */
    usernameKey: text().notNull(),
    /** Empty if a sign-in provider did not provide an address. */
    email: text().notNull(),
    /** For accounts without an address, a unique text that is not an address. */
    emailKey: text().notNull(),
    /** The case-folded address that a sign-in provider most recently verified. */
    verifiedEmailKey: text(),
    passwordHash: text().notNull(),
    role: oneOf('reader', 'maintainer', 'admin').notNull(),
    permissions: json<Permission[]>().notNull(),
    /** The libraries that the user can see, or null for all. Ignored for administrators. */
    libraryIds: json<string[]>(),
    /** The highest age rating that the user can see, or null for no limit. */
    ageLimit: integer(),
    /** Whether an age limit also hides series without an age rating. */
    hidesUnrated: boolean().notNull().default(false),
    /**
     * Combined from the settings of the user and all access groups, or null if there are no
     * restrictions. Computed by `accounts/access` on every change. Ignored for administrators.
     */
    restrictions: json<Restrictions>(),
    isActive: boolean().notNull().default(true),
    /**
     * Whether a code is required in addition to the password. Always consistent with `two_factors`.
     */
    hasTwoFactor: boolean().notNull().default(false),
    lastLoginAt: instant(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_email_key').on(t.emailKey),
  ],
)

/**
 * Counters of failed attempts to sign in, for example per account or address, shared by all
 * processes of one database.
 */
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

/** One-time sign-in links, created by a command. At most one for each user. */
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

/**
 * Second factors: the secret of an authenticator app, and recovery codes. At most one for each
 * user.
 */
export const twoFactors = table(
  'two_factors',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealedSecret: text().notNull(),
    /** Null until a code has been confirmed. */
    enabledAt: instant(),
    /** Counter of the last code, so that no code is accepted twice. */
    lastCounter: integer().notNull().default(0),
    /** SHA-256 of the remaining codes. */
    recoveryHashes: json<string[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('two_factors_user').on(t.userId)],
)
