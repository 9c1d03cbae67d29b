/** A worker process that stops responding must not block the server forever, on either database. */
import { afterEach, expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import { Database } from 'bun:sqlite'
import postgres from 'postgres'
import { isBusyError } from '../../../src/platform/db/sqlite/sqlite-connection'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, findWorker, isRunning, type Server } from '../../bench/support/server'
import { waitUntil } from '../../support/wait-until'
import {
  countBooks,
  findLibraryId,
  findScan,
  type Installation,
  isIdle,
  newInstallation,
  remove,
  start,
} from '../../cli/worker/processes'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['platform/jobs', 'cli/server', 'cli/worker'])

setDefaultTimeout(120_000)

let installation: Installation
let server: Server
let client: Client

async function open(env: Record<string, string> = {}) {
  installation = await newInstallation(env)
  server = await start(installation)
  client = await Client.signIn(server.url)
}
afterEach(() => remove(installation, server))

test('a write succeeds although the worker was frozen inside a write', async () => {
  await open()
  const libraryId = await findLibraryId(client)
  const [book] = await waitUntil(async () => {
    const { data } = await client.need('GET', '/books?pageSize=1')
    return data.length > 0 && data
  })
  const worker = await freezeInsideWrite(libraryId)
  const { status } = await client.call('PUT', `/books/${book.id}/progress`, { currentPage: 2 })
  expect(status).toBe(200)
  expect(await client.need('GET', `/books/${book.id}/progress`)).toMatchObject({ currentPage: 2 })
  if (dialect === 'sqlite') expect(isRunning(worker)).toBe(false)
  else process.kill(worker, 'SIGCONT')
  await waitUntil(() => isIdle(client))
  expect(await countBooks(client)).toBe(installation.bookCount)
})

test('jobs of a worker that does not respond run in the next one', async () => {
  await open({ QUIRE_WORKER_SILENCE_MS: '500' })
  const worker = await waitUntil(
    async () => (await findScan(client))?.status === 'processing' && findWorker(server),
  )
  process.kill(worker, 'SIGSTOP')
  await waitUntil(() => !isRunning(worker))
  await waitUntil(() => isIdle(client))
  expect(await findScan(client)).toMatchObject({ status: 'completed', attempts: 2 })
  expect(await countBooks(client)).toBe(installation.bookCount)
})

/** Stops the worker while it holds the write lock. Returns its process ID. */
async function freezeInsideWrite(libraryId: string): Promise<number> {
  const locks = await openLocks()
  try {
    return await waitUntil(async () => {
      // 409 means that a scan is already running.
      await client.call('POST', `/libraries/${libraryId}/scan?mode=deep`)
      for (let tries = 0; tries < 50; tries++) {
        await Bun.sleep(7)
        const worker = findWorker(server)
        if (worker === undefined) return false
        process.kill(worker, 'SIGSTOP')
        if (await locks.isHeldForLong()) return worker
        process.kill(worker, 'SIGCONT')
      }
      return false
    })
  } finally {
    await locks.close()
  }
}

interface Locks {
  /** Returns true for a frozen worker. The server holds the lock only for a moment. */
  isHeldForLong(): Promise<boolean>
  close(): Promise<void>
}

async function openLocks(): Promise<Locks> {
  const { isHeld, close } = dialect === 'sqlite' ? openSqliteLock() : openPostgresLock()
  const isHeldForLong = async () => {
    for (let times = 0; times < 10; times++) {
      if (!(await isHeld())) return false
      await Bun.sleep(30)
    }
    return true
  }
  return { isHeldForLong, close }
}

function openSqliteLock() {
  const database = new Database(join(installation.folder, 'data', 'quire.db'), { readwrite: true })
  database.run('pragma busy_timeout = 0')
  const isHeld = async () => {
    try {
      database.run('begin immediate')
      database.run('rollback')
      return false
    } catch (error) {
      if (isBusyError(error)) return true
      throw error
    }
  }
  return { isHeld, close: async () => database.close() }
}

function openPostgresLock() {
  const get = (name: string) => installation.env[`SERVICE_DATABASE__POSTGRES__${name}`]!
  const sql = postgres({
    host: get('HOST'),
    port: Number(get('PORT')),
    username: get('USERNAME'),
    database: get('DATABASE'),
    max: 1,
  })
  const isHeld = async () => {
    const rows = await sql`
      select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and objid = 7361002 and granted and datname = current_database()`
    return rows.length > 0
  }
  return { isHeld, close: () => sql.end() }
}
