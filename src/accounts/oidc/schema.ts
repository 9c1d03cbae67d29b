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
import { sessions } from '../sessions/schema'
import { users } from '../users/schema'

/**
 * Provider accounts with which users sign in. Only the user and administrators can connect them to
 * an existing account.
 */
export const userIdentities = table(
  'user_identities',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider's name in the settings. */
    provider: text().notNull(),
    /** The issuer of the subject, because different providers may use the same subjects. */
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The person's last known name at the provider, shown in lists. */
    label: text(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (t) => [
    uniqueIndex('user_identities_subject').on(t.issuer, t.subject),
    index('user_identities_user').on(t.userId),
  ],
)

/**
 * Sessions that were started through a provider, so that signing out of Quire can also end the
 * session at the provider, and vice versa.
 */
export const oidcSessions = table(
  'oidc_sessions',
  {
    id: id(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    subject: text().notNull(),
    /** The session ID at the provider. */
    sid: text(),
    /** Proves to the provider which user is signing out. */
    sealedIdToken: text(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('oidc_sessions_session').on(t.sessionId),
    index('oidc_sessions_subject').on(t.provider, t.subject),
  ],
)
