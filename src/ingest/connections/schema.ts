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

/** Accounts of users at services that keep reading lists. */
export const connections = table(
  'connections',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Name of a service of `services/list-services.ts`, or `plugin:` and the name of a plugin. */
    service: text().notNull(),
    /** null: the service is built in. */
    pluginId: uuid().references(() => plugins.id, { onDelete: 'cascade' }),
    enabled: boolean().notNull().default(true),
    /** Synchronized by schedule and after reading. */
    autoSync: boolean().notNull().default(true),
    /** What the user has set. */
    config: json<ConnectionConfig>().notNull(),
    /** Tokens; null: not signed in. */
    sealedTokens: text(),
    expiresAt: instant(),
    /** The account at the service. */
    externalUserId: text(),
    externalUsername: text(),
    /** Of a sync that has not ended. */
    syncRequestedAt: instant(),
    lastSyncAt: instant(),
    lastSuccessAt: instant(),
    lastError: json<Message>(),
    /** The service refused the tokens: the user has to sign in again. */
    needsSignIn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('connections_service').on(t.userId, t.service),
    index('connections_plugin').on(t.pluginId),
  ],
)

/** Sign-ins that have begun at the pages of a service. They end with the session that began them. */
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
    /** Of PKCE. */
    sealedVerifier: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('oauth_states_session').on(t.sessionId), index('oauth_states_user').on(t.userId)],
)
