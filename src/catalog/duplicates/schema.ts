import { createdAt, id, index, table, text, uniqueIndex, uuid } from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'

/** Groups of equal books that a person wants to keep as they are. For ever, until taken back. */
export const duplicateDismissals = table(
  'duplicate_dismissals',
  {
    id: id(),
    /** What the books of the group have in common; outlives all of them. */
    contentHash: text().notNull(),
    dismissedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('duplicate_dismissals_content').on(t.contentHash),
    index('duplicate_dismissals_user').on(t.dismissedBy),
  ],
)
