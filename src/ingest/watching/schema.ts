import { instant, table, text } from '../../platform/db/columns'

/** The process that watches the folders of this installation. One row; PostgreSQL only. */
export const watchLeases = table('watch_leases', {
  name: text().primaryKey(),
  owner: text().notNull(),
  /** A different process may take over after this time. */
  heldUntil: instant().notNull(),
})
