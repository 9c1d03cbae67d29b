import {
  createdAt,
  id,
  index,
  instant,
  integer,
  oneOf,
  table,
  text,
  uuid,
} from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'

/**
 * What a person asked to have deleted for good, and how far that is. No reference to what is deleted:
 * the record stays when it is gone.
 */
export const purges = table(
  'purges',
  {
    /** That of its job. */
    id: id(),
    kind: oneOf('book', 'series', 'library').notNull(),
    targetId: uuid().notNull(),
    libraryId: uuid().notNull(),
    /** As it was typed. */
    name: text().notNull(),
    status: oneOf('pending', 'running', 'completed', 'failed').notNull().default('pending'),
    booksPurged: integer().notNull().default(0),
    seriesPurged: integer().notNull().default(0),
    /** Name of the copy of the database that was made before; null on PostgreSQL. */
    backup: text(),
    /** Why it failed, in words for people. */
    message: text(),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** What came into the trash later stays. */
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
  },
  (t) => [
    index('purges_library').on(t.libraryId, t.createdAt),
    index('purges_user').on(t.requestedBy),
  ],
)
