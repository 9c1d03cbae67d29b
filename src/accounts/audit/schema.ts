import {
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
import type { AuditChange } from './model'
import { auditActions, auditTargets } from './model'

/**
 * Actions of users. Names are copied, because entries are kept after users, libraries and books are
 * deleted.
 */
export const auditEntries = table(
  'audit_entries',
  {
    id: id(),
    at: instant().notNull(),
    action: oneOf(...auditActions).notNull(),
    userId: uuid(),
    username: text(),
    proof: oneOf('session', 'api_key', 'password', 'proxy', 'system', 'none').notNull(),
    address: text(),
    targetKind: oneOf(...auditTargets),
    targetId: text(),
    targetName: text(),
    changes: json<AuditChange[]>().notNull(),
    count: integer().notNull().default(1),
    /** Identical failed sign-ins within an hour share a row. */
    foldKey: text(),
  },
  (t) => [
    index('audit_entries_at').on(t.at, t.id),
    index('audit_entries_action').on(t.action, t.at),
    uniqueIndex('audit_entries_fold').on(t.foldKey),
  ],
)
