import { createdAt, id, index, instant, integer, oneOf, table, text, uuid } from '../db/columns'
import { libraries } from '../libraries/schema'

/** One scan of a library: what it was asked, how far it is, what it found. Kept 90 days. */
export const scans = table(
  'scans',
  {
    id: id(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    mode: oneOf('normal', 'deep').notNull(),
    trigger: oneOf('manual', 'schedule', 'start', 'created', 'watch').notNull(),
    status: oneOf('pending', 'running', 'completed', 'failed', 'cancelled').notNull(),
    phase: text(),
    filesTotal: integer().notNull().default(0),
    filesProcessed: integer().notNull().default(0),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    moved: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    findings: integer().notNull().default(0),
    /** Why it failed or held back, in a reader's words. */
    message: text(),
    cancelRequestedAt: instant(),
    createdAt: createdAt(),
    startedAt: instant(),
    completedAt: instant(),
  },
  (t) => [index('scans_library').on(t.libraryId, t.createdAt)],
)
