import {
  boolean,
  id,
  index,
  instant,
  json,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { Permission } from '../permissions/model'
import { users } from '../users/schema'

export const apiKeys = table(
  'api_keys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
