import {
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  oneOf,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'
import type { Message } from '../../platform/messages/message'

/**
 * A requested purge and its progress. Has no foreign key to its target, because the record outlives
 * it.
 */
export const purges = table(
  'purges',
  {
    /** ID of the job. */
    id: id(),
    kind: oneOf('book', 'series', 'library').notNull(),
    targetId: uuid().notNull(),
    libraryId: uuid().notNull(),
    /** Name that the user typed to confirm the purge. */
    name: text().notNull(),
    status: oneOf('pending', 'running', 'completed', 'failed').notNull().default('pending'),
    booksPurged: integer().notNull().default(0),
    seriesPurged: integer().notNull().default(0),
    /** Name of the database backup created before the purge, or null on PostgreSQL. */
    backup: text(),
    /** User-facing failure reason. */
    message: json<Message>(),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Items trashed later are not purged. */
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
  },
  (t) => [
    index('purges_library').on(t.libraryId, t.createdAt),
    index('purges_user').on(t.requestedBy),
  ],
)
