/** Updates the statistics of SQLite's query planner. */
import { sql } from 'drizzle-orm'
import type { Db, Store } from '../store'

/** Number of rows to sample from each index. */
export const analysisLimit = 1000

/**
 * Analyzes each table in its own transaction, because `analyze` holds the write lock until the
 * transaction ends.
 */
export async function refreshSqliteStatistics(reader: Db, writeBulk: Store['writeBulk']) {
  // Excludes virtual tables, which have no pages.
  const tables = await reader.rows<{ name: string }>(sql`
    select name from sqlite_master where type = 'table' and rootpage > 0 and name not like 'sqlite_%'`)
  for (const { name } of tables) {
    await writeBulk((tx) => tx.rows(sql`analyze ${sql.identifier(name)}`))
  }
  // Changes the schema, because other connections reload statistics only after a schema change.
  await writeBulk(async (tx) => {
    await tx.rows(sql`create view statistics_changed as select 1`)
    await tx.rows(sql`drop view statistics_changed`)
  })
}
