import { instant, integer, json, oneOf, table, text, uuid } from '../../platform/db/columns'

/** The servers and workers of the installation. A process deletes its row when it stops. */
export const processes = table('processes', {
  /** The owner ID in the leases of this process. */
  id: uuid().primaryKey(),
  kind: oneOf('serve', 'worker').notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** Kinds of jobs that the process runs. Empty means all kinds. */
  jobKinds: json<string[]>().notNull(),
  startedAt: instant().notNull(),
  /** Renewed regularly on PostgreSQL. */
  seenAt: instant().notNull(),
})
