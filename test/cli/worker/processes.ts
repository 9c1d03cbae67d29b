/**
 * A server and its worker as real processes, with an empty database and one library of small
 * comics.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, findWorker, isRunning, type Server, startServer } from '../../bench/support/server'
import { findFreePort } from '../../support/free-port'
import { buildSettings } from '../../crash/settings'
import { createMigratedPostgresDatabase } from '../../support/database'
import { builtProgram } from '../../support/program'
import { makeShelf } from '../../support/make/shelves'
import { waitUntil } from '../../support/wait-until'

export interface Installation {
  folder: string
  library: string
  /** Environment of the servers and workers. */
  env: Record<string, string>
  bookCount: number
}

const shelf = { folders: 6, books: 10, pages: 12 }

/** `postgres`: the URL of its database, by default a new one. */
export async function newInstallation(
  more: Record<string, string> = {},
  { isEmpty = false, postgres }: { isEmpty?: boolean; postgres?: string } = {},
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'))
  const library = join(folder, 'books')
  mkdirSync(library)
  if (!isEmpty) await makeShelf(library, { ...shelf, seed: 1 })
  const database =
    dialect === 'postgres'
      ? buildSettings(postgres ?? (await createMigratedPostgresDatabase()))
      : undefined
  const env = { SERVICE_DATA_DIR: join(folder, 'data'), ...database, ...more }
  const bookCount = isEmpty ? 0 : shelf.folders * shelf.books
  return { folder, library, env, bookCount }
}

/** Returns how to connect to the PostgreSQL database of an installation. */
export function readOptions({ env }: Installation) {
  const { SERVICE_DATABASE__POSTGRES__HOST: host = '', ...more } = env
  return {
    host,
    port: Number(more['SERVICE_DATABASE__POSTGRES__PORT']),
    username: more['SERVICE_DATABASE__POSTGRES__USERNAME'] ?? '',
    password: '',
    maxConnections: 1,
    database: more['SERVICE_DATABASE__POSTGRES__DATABASE'] ?? '',
  }
}

export async function start({ folder, library, env }: Installation): Promise<Server> {
  const dataDir = join(folder, 'data')
  const port = await findFreePort()
  return startServer({
    binary: builtProgram,
    dataDir,
    port,
    env: { SERVICE_SETUP__LIBRARY: library, ...env },
  })
}

export async function remove({ folder }: Installation, server: Server) {
  if (isRunning(server.pid)) await server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

export const findScan = async (client: Client) =>
  (await client.need('GET', '/tasks?taskType=scan_library')).data[0]

export const isIdle = async (client: Client) => {
  const { pending, processing } = await client.need('GET', '/tasks/stats')
  return pending + processing === 0
}

export const countBooks = async (client: Client): Promise<number> =>
  (await client.need('GET', '/books?pageSize=1')).total

export async function findLibraryId(client: Client): Promise<string> {
  const library = await waitUntil(async () => (await client.need('GET', '/libraries'))[0])
  return library.id
}

/** Kills the worker while it scans. `after` is the process ID of a previously killed worker. */
export async function killDuringScan(server: Server, client: Client, after?: number) {
  const worker = await waitUntil(async () => {
    const pid = findWorker(server)
    return pid !== after && (await findScan(client))?.status === 'processing' && pid
  })
  process.kill(worker, 'SIGKILL')
  await waitUntil(() => !isRunning(worker))
  return worker
}
