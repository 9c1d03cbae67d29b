import { instant, table, text } from '../../platform/db/columns'

/** Which process watches the folders of this installation. One row; over PostgreSQL only. */
export const watchLeases = table('watch_leases', {
  name: text().primaryKey(),
  owner: text().notNull(),
  /** Past this moment another process may take over. */
  heldUntil: instant().notNull(),
})
