import {
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  long,
  oneOf,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'
import type { Message } from '../../platform/messages/message'

/**
 * Exports of users' own data. The file of a completed export is kept in the data folder until it
 * expires.
 */
export const userExports = table(
  'user_exports',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    exportType: text().notNull(),
    format: text().notNull(),
    status: oneOf('pending', 'running', 'completed', 'failed').notNull(),
    libraryIds: json<string[]>().notNull(),
    fields: json<string[]>().notNull(),
    bookFields: json<string[]>().notNull(),
    /**
     * What the user could see when the file was created (`export-access.ts`). If the user can see
     * less now, the file is not sent.
     */
    rights: text(),
    fileSizeBytes: long(),
    rowCount: integer(),
    error: json<Message>(),
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('user_exports_user').on(t.userId, t.createdAt),
    index('user_exports_expiry').on(t.expiresAt),
  ],
)
