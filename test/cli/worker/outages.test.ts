/** A server and a worker of its own whose PostgreSQL goes away and returns. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { Client, isRunning } from '../../bench/support/server'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { startDatabaseProxy } from '../../support/database-proxy'
import { waitUntil } from '../../support/wait-until'
import { endChildren, run } from './children'
import { countBooks, findLibraryId, isIdle, newInstallation, remove, start } from './processes'

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

test.if(dialect === 'postgres')(
  'D4: a schedule fires once, and the worker goes on, after each outage',
  async () => {
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

      for (const [awayMs, ending] of [
        [300, 'reset'],
        [4_000, 'closed'],
      ] as const) {
        // A scan runs when the database goes away, and a due time passes meanwhile.
        await client.need('POST', `/libraries/${libraryId}/scan`, {})
        await waitUntil(async () => (await listNew()).some((one) => one.status === 'processing'))
        proxy.close(ending)
        const [schedule] = await admin`update schedules set next_at = now() - interval '5 minutes'
          where name = ${`scan:${libraryId}`} returning name`
        expect(schedule).toBeDefined()
        await Bun.sleep(awayMs)
        await proxy.open()
        await waitUntil(() => isBack(client), 20_000)
        await waitUntil(async () => {
          const [due] = await admin`select next_at > now() as "isLater" from schedules
            where name = ${`scan:${libraryId}`}`
          return due!['isLater']
        }, 20_000)
        await waitUntil(async () => isIdle(client), 60_000)
        const scans = await listNew()
        // The one that was running and, unless that was still running then, the one of the schedule.
        expect(scans.length).toBeGreaterThanOrEqual(1)
        expect(scans.length).toBeLessThanOrEqual(2)
        for (const { id, status, attempts } of scans) {
          expect({ status, attempts }).toEqual({ status: 'completed', attempts: 1 })
          known.add(id)
        }
        // The worker takes the next one.
        await client.need('POST', `/libraries/${libraryId}/scan`, {})
        await waitUntil(async () => (await listNew())[0]?.status === 'completed', 20_000)
        for (const { id } of await listNew()) known.add(id)
      }
      expect(await countBooks(client)).toBe(installation.bookCount)
      const processes: { pid: number }[] = await client.need('GET', '/admin/processes')
      expect(processes.map(({ pid }) => pid).toSorted()).toEqual(
        [server.pid, worker.pid].toSorted(),
      )
      expect([isRunning(server.pid), isRunning(worker.pid)]).toEqual([true, true])
    } finally {
      await admin.end({ timeout: 0 })
      await remove(installation, server)
      proxy.close()
    }
  },
)
