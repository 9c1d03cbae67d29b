import { users } from '../../../accounts/users/schema'
import { createdAt, id, index, json, table, uuid } from '../../../platform/db/columns'
import type { UndoableReading } from '../adjustments/undoable-readings'

/**
 * The previous progress of books that were marked in one request, so that it can be undone (see
 * undo-marks.ts).
 */
export const readingMarks = table(
  'reading_marks',
  {
    id: id(),
    /** Identical in all rows of one request. */
    markId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    changes: json<UndoableReading[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('reading_marks_user').on(t.userId, t.createdAt, t.id)],
)
