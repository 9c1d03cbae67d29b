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
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import { users } from '../users/schema'

/**
 * Links with which people create an account. They are deleted with the account of their creator.
 */
export const invitations = table(
  'invitations',
  {
    id: id(),
    tokenHash: text().notNull(),
    note: text().notNull(),
    role: oneOf('reader', 'maintainer', 'admin').notNull(),
    /** The same format as in `users`: null means all libraries. */
    libraryIds: json<string[]>(),
    /** The same meaning as `ageLimit` and `hidesUnrated` in `users`. */
    ageLimit: integer(),
    hidesUnrated: boolean().notNull().default(false),
    /** Groups that were deleted after the invitation was created are ignored. */
    accessGroupIds: json<string[]>().notNull(),
    maxUses: integer().notNull(),
    usedCount: integer().notNull().default(0),
    createdById: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('invitations_token').on(t.tokenHash),
    index('invitations_created_by').on(t.createdById),
  ],
)
