/** A test server that runs scans and purges of real files. */
import { dialect } from '../../../src/platform/db/dialect'
import { trashJobs } from '../../../src/ingest/trash/jobs'
import { sql } from 'drizzle-orm'
import { startScanServer, type ScanServer, untilEnded } from '../scanning/support'

export async function startTrashServer(): Promise<ScanServer> {
  const server = await startScanServer()
  server.engine.register(trashJobs(server.ctx))
  if (dialect === 'sqlite') {
    // The store of a test lies elsewhere than its settings say.
    const [file] = await server.ctx.db.rows<{ file: string }>(
      sql`select file from pragma_database_list where name = 'main'`,
    )
    Object.assign(server.ctx.config.database.sqlite, { path: file!.file })
  }
  return server
}

export const purged = (server: ScanServer, id: string) => untilEnded(server, `/purges/${id}`)
