import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  json,
  long,
  table,
  text,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../users/schema'

/** Public keys of devices and password managers with which users sign in. */
export const passkeys = table(
  'passkeys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text().notNull(),
    /** COSE key, encoded as base64url. */
    publicKey: text().notNull(),
    /** Signature counter; always 0 for most passkeys. */
    counter: long().notNull(),
    transports: json<string[]>().notNull(),
    isBackedUp: boolean().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_user').on(t.userId),
  ],
)
