/** A server whose PostgreSQL is restarted again and again while people read. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { Client, isRunning, type Server, startServer } from '../../bench/support/server'
import { buildSettings } from '../../crash/settings'
import { findFreePort } from '../../support/free-port'
import { type OwnPostgresServer, startPostgres } from '../../support/postgres'
import { builtProgram } from '../../support/program'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(180_000)

interface Answered {
  beganAt: number
  ms: number
  status: number
}

const people = 8
const awayMs = [50, 400, 1_500, 3_000, 50]
/** After this time everything is as before. */
const settledMs = 5_000
const watchedMs = 2_000
/** The next restart begins later than a request may take. */
const pauseMs = settledMs + watchedMs + 3_000
const limitMs = 3_000

describe.skipIf(dialect !== 'postgres')('D5: five restarts of PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'database-restarts-'))
  let database: OwnPostgresServer
  let server: Server | undefined
  let client: Client

  beforeAll(async () => {
    database = await startPostgres()
    server = await startServer({
      binary: builtProgram,
      dataDir: join(folder, 'data'),
      port: await findFreePort(),
      env: buildSettings(await database.createDatabase('club')),
    })
    client = await Client.signIn(server.url)
    // Waits for the end of startup, because the server exits if the database disappears earlier.
    await waitUntil(() => server!.words().includes('is ready'))
  })
  afterAll(async () => {
    if (server && isRunning(server.pid)) await server.kill('SIGKILL')
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const requests = [
    () => client.call('GET', '/books?pageSize=1'),
    () => client.call('GET', '/series?pageSize=5'),
    () => client.call('PUT', '/preferences', { preferences: { 'ui.theme': 'dark' } }),
  ]

  test('from five seconds after each return, every request is answered soon', async () => {
    const answered: Answered[] = []
    const reading = new AbortController()
    const read = async (person: number) => {
      for (let n = person; !reading.signal.aborted; n++) {
        const beganAt = performance.now()
        const { status } = await requests[n % requests.length]!()
        answered.push({ beganAt, ms: performance.now() - beganAt, status })
        await Bun.sleep(20)
      }
    }
    const readers = Array.from({ length: people }, (_, person) => read(person))
    const returns: number[] = []
    for (const ms of awayMs) {
      await database.restart(ms)
      returns.push(performance.now())
      await Bun.sleep(pauseMs)
    }
    reading.abort()
    await Promise.all(readers)
    for (const backAt of returns) {
      const from = backAt + settledMs
      const later = answered.filter(({ beganAt, ms }) => {
        const isAfter = beganAt + ms > from
        return isAfter && beganAt < from + watchedMs
      })
      expect(later.length).toBeGreaterThan(people)
      expect(later.filter(({ status, ms }) => status !== 200 || ms > limitMs)).toEqual([])
    }
  })
})
