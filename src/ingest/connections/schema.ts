import { sessions } from '../../accounts/sessions/schema'
import { users } from '../../accounts/users/schema'
import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  json,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'
import { plugins } from '../plugins/schema'
import type { ConnectionConfig } from './connection-config'

/** Users' accounts at reading list services. */
export const connections = table(
  'connections',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A service name from `services/list-services.ts`, or `plugin:` followed by a plugin name. */
    service: text().notNull(),
    /** null if the service is built in. */
    pluginId: uuid().references(() => plugins.id, { onDelete: 'cascade' }),
    enabled: boolean().notNull().default(true),
    /** Whether reading progress is synchronized on a schedule and after reading. */
    autoSync: boolean().notNull().default(true),
    /** The user's settings for the connection. */
    config: json<ConnectionConfig>().notNull(),
    /** null if not signed in. */
    sealedTokens: text(),
    expiresAt: instant(),
    /** The account at the service. */
    externalUserId: text(),
    externalUsername: text(),
    /** Set while a sync has not finished. */
    syncRequestedAt: instant(),
    lastSyncAt: instant(),
    lastSuccessAt: instant(),
    lastError: json<Message>(),
    /** The service rejected the tokens: the user has to sign in again. */
    needsSignIn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('connections_service').on(t.userId, t.service),
    index('connections_plugin').on(t.pluginId),
  ],
)

/** Unfinished sign-ins on a service's website. Deleted with the session that started them. */
export const oauthStates = table(
  'oauth_states',
  {
    /** Hash of the state. */
    id: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    /** PKCE verifier. */
    sealedVerifier: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('oauth_states_session').on(t.sessionId), index('oauth_states_user').on(t.userId)],
)
