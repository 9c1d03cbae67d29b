import { createdAt, id, index, table, text, uniqueIndex, uuid } from '../../platform/db/columns'
import { users } from '../../accounts/users/schema'

/** Dismissed groups of duplicates. Kept until the dismissal is undone. */
export const duplicateDismissals = table(
  'duplicate_dismissals',
  {
    id: id(),
    /**
     * The value that the books or series of the group share: the content hash of books, or what
     * `buildDismissalKey` returns for series. Kept even if all of them are deleted.
     */
    sharedKey: text().notNull(),
    dismissedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('duplicate_dismissals_key').on(t.sharedKey),
    index('duplicate_dismissals_user').on(t.dismissedBy),
  ],
)
