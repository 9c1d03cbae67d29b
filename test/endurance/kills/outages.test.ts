/** A server and a worker of its own whose PostgreSQL goes away and returns. */
import { afterEach, expect, setDefaultTimeout } from 'bun:test'
import type { Sql } from 'postgres'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { Client, isRunning } from '../../bench/support/server'
import { endChildren, run } from '../../cli/worker/children'
import {
  countBooks,
  findLibraryId,
  isIdle,
  newInstallation,
  remove,
  start,
} from '../../cli/worker/processes'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { startDatabaseProxy } from '../../support/database-proxy'
import { createSharedTest } from '../../support/share'
import { waitUntil } from '../../support/wait-until'

const test = createSharedTest(['platform/jobs', 'platform/db', 'cli/worker']).if(
  dialect === 'postgres',
)

setDefaultTimeout(180_000)
afterEach(endChildren)

interface Task {
  id: string
  status: string
  attempts: number
}

const listScans = async (client: Client): Promise<Task[]> =>
  (await client.need('GET', '/tasks?taskType=scan_library')).data

/** Answers may be missing while connections are made again. */
const isBack = async (client: Client) => (await client.call('GET', '/libraries')).status === 200

for (const [awayMs, ending] of [
  [300, 'reset'],
  [4_000, 'closed'],
] as const) {
  test(`D4: a schedule fires once, and the worker goes on, after connections were ${ending}`, async () => {
    const target = await createMigratedPostgresDatabase()
    const proxy = await startDatabaseProxy(target)
    const installation = await newInstallation(
      { SERVICE_JOBS__WORKER: 'false' },
      { postgres: proxy.url },
    )
    const server = await start(installation)
    const admin = connectPostgres({ ...parsePostgresUrl(target), maxConnections: 1 })
    try {
      const { child: worker } = await run(installation, ['worker'])
      const client = await Client.signIn(server.url)
      const libraryId = await findLibraryId(client)
      const everyYear = { scanningConfig: { cronSchedule: '0 3 1 1 *' } }
      await client.need('PATCH', `/libraries/${libraryId}`, everyYear)
      await waitUntil(async () => (await listScans(client)).length > 0 && isIdle(client), 60_000)
      const known = new Set((await listScans(client)).map(({ id }) => id))
      const listNew = async () => (await listScans(client)).filter(({ id }) => !known.has(id))

      // A scan runs when the database goes away, and a due time passes meanwhile.
      await client.need('POST', `/libraries/${libraryId}/scan`, {})
      await waitUntil(async () => (await listNew()).some((one) => one.status === 'processing'))
      proxy.close(ending)
      await makeScheduleDue(admin, libraryId)
      await Bun.sleep(awayMs)
      await proxy.open()
      await waitUntil(() => isBack(client), 20_000)
      await waitUntil(() => hasFired(admin, libraryId), 20_000)
      await waitUntil(async () => isIdle(client), 60_000)
      const scans = await listNew()
      // The one that was running and, unless that was still running then, the one of the schedule.
      expect([1, 2]).toContain(scans.length)
      for (const { id, status, attempts } of scans) {
        expect({ status, attempts }).toEqual({ status: 'completed', attempts: 1 })
        known.add(id)
      }
      // The worker takes the next one.
      await client.need('POST', `/libraries/${libraryId}/scan`, {})
      await waitUntil(async () => (await listNew())[0]?.status === 'completed', 20_000)
      expect(await countBooks(client)).toBe(installation.bookCount)
      const processes: { pid: number }[] = await client.need('GET', '/admin/processes')
      const pids = processes.map(({ pid }) => pid)
      expect(pids.toSorted()).toEqual([server.pid, worker.pid].toSorted())
      expect([isRunning(server.pid), isRunning(worker.pid)]).toEqual([true, true])
    } finally {
      await admin.end({ timeout: 0 })
      await remove(installation, server)
      proxy.close()
    }
  })
}

async function makeScheduleDue(admin: Sql, libraryId: string) {
  const [schedule] = await admin`update schedules set next_at = now() - interval '5 minutes'
    where name = ${`scan:${libraryId}`} returning name`
  expect(schedule).toBeDefined()
}

async function hasFired(admin: Sql, libraryId: string) {
  const [due] = await admin`select next_at > now() as "isLater" from schedules
    where name = ${`scan:${libraryId}`}`
  return due!['isLater'] as boolean
}
