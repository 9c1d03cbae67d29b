/** A test server that scans and purges real files. */
import { expect } from 'bun:test'
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

/** Returns a function that sends a request, expects that it succeeds, and returns the body. */
export const createCall =
  (getServer: () => ScanServer) =>
  async (method: string, path: string, body?: object, as = 'ada') => {
    const response = await getServer().call(method, path, { as, ...(body && { body }) })
    const outcome = `${method} ${path} ${response.status} ${JSON.stringify(response.body)}`
    expect(outcome).toMatch(/ 20\d /)
    return response.body
  }
