import { createdAt, id, index, table, text, uniqueIndex, uuid } from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'

/** Dismissed groups of duplicates. Kept until the dismissal is undone. */
export const duplicateDismissals = table(
  'duplicate_dismissals',
  {
    id: id(),
    /** Shared hash of the group; kept even if all its books are deleted. See also `buildDismissalKey`. */
    contentHash: text().notNull(),
    dismissedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('duplicate_dismissals_content').on(t.contentHash),
    index('duplicate_dismissals_user').on(t.dismissedBy),
  ],
)
