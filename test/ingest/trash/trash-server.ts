/** A test server that scans and purges real files. */
import { dialect } from '../../../src/platform/db/dialect'
import { trashJobs } from '../../../src/ingest/trash/jobs'
import { sql } from 'drizzle-orm'
import { startScanServer, type ScanServer, waitUntilEnded } from '../scanning/scan-server'

/** `createJobs`: jobs beside those of the trash; those of scans unless given. */
export async function startTrashServer(
  settings: Record<string, string> = {},
  createJobs?: Parameters<typeof startScanServer>[1],
): Promise<ScanServer> {
  const server = await startScanServer(settings, createJobs)
  server.engine.register(trashJobs(server.ctx))
  if (dialect === 'sqlite') {
    // The test database is not at the configured path.
    const [file] = await server.ctx.db.rows<{ file: string }>(
      sql`select file from pragma_database_list where name = 'main'`,
    )
    Object.assign(server.ctx.config.database.sqlite, { path: file!.file })
  }
  return server
}

export const waitUntilPurged = (server: ScanServer, id: string) =>
  waitUntilEnded(server, `/purges/${id}`)
