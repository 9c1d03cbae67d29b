/** The server and its worker as two real processes, on both databases. */
import { afterEach, expect, setDefaultTimeout } from 'bun:test'
import { Client, listFamily, isRunning, type Server, findWorker } from '../../bench/support/server'
import { dialect } from '../../../src/platform/db/dialect'
import { waitUntil } from '../../support/wait-until'
import {
  countBooks,
  findLibraryId,
  findScan,
  type Installation,
  isIdle,
  killDuringScan,
  newInstallation,
  remove,
  start,
} from '../../cli/worker/processes'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['platform/jobs', 'cli/server', 'cli/worker'])

setDefaultTimeout(90_000)

let installation: Installation
let server: Server
let client: Client

async function open(env: Record<string, string> = {}) {
  installation = await newInstallation(env)
  server = await start(installation)
  client = await Client.signIn(server.url)
}
afterEach(() => remove(installation, server))

test('the worker scans, and clients of the server receive its events', async () => {
  await open()
  const libraryId = await findLibraryId(client)
  await waitUntil(() => isIdle(client))
  const received: { id: string; event: object }[] = []
  const streaming = new AbortController()
  await client.listen((id, event) => void received.push({ id, event }), streaming.signal)
  await client.need('POST', `/libraries/${libraryId}/scan?mode=deep`)
  expect(await waitUntil(() => findWorker(server))).toBeNumber()
  await waitUntil(() =>
    received.some(({ event }) =>
      Bun.deepMatch({ type: 'scan_progress', status: 'completed' }, event),
    ),
  )
  streaming.abort()
  const ids = received.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await countBooks(client)).toBe(installation.bookCount)
})

test('a scan continues after its worker was killed, and finds all books', async () => {
  await open()
  await killDuringScan(server, client)
  await waitUntil(() => isIdle(client))
  expect(await findScan(client)).toMatchObject({ status: 'completed', attempts: 2 })
  expect(await countBooks(client)).toBe(installation.bookCount)
})

test('a job that ends three workers fails, and the next one runs', async () => {
  await open()
  let killed: number | undefined
  for (let times = 0; times < 3; times++) killed = await killDuringScan(server, client, killed)
  const { lastError } = await waitUntil(async () => {
    const scan = await findScan(client)
    return scan.status === 'failed' && scan
  })
  expect(lastError.code).toBe('jobs.process_ended_repeatedly')
  await client.need('POST', `/libraries/${await findLibraryId(client)}/scan`)
  await waitUntil(() => isIdle(client))
  expect(await countBooks(client)).toBe(installation.bookCount)
})

test('the worker ends when it is idle', async () => {
  await open({ QUIRE_WORKER_IDLE_MS: '200' })
  await waitUntil(() => findWorker(server) !== undefined)
  await waitUntil(async () => (await isIdle(client)) && listFamily(server.pid).length === 1)
  expect(await countBooks(client)).toBe(installation.bookCount)
  // A new worker starts when there is work again.
  await client.need('POST', `/libraries/${await findLibraryId(client)}/scan`)
  await waitUntil(() => findWorker(server) !== undefined)
})

test('SIGTERM ends the server, its worker and their children', async () => {
  await open()
  await waitUntil(async () => (await findScan(client))?.status === 'processing')
  const family = listFamily(server.pid)
  expect(family.length).toBeGreaterThan(1)
  await server.kill('SIGTERM')
  expect(family.filter(isRunning)).toEqual([])
  // The scan continues after the next start of the server.
  server = await start(installation)
  client = await Client.signIn(server.url)
  await waitUntil(() => isIdle(client))
  expect(await countBooks(client)).toBe(installation.bookCount)
})

test('no process is left when the server is killed', async () => {
  await open()
  await waitUntil(() => findWorker(server) !== undefined)
  const family = listFamily(server.pid)
  await server.kill('SIGKILL')
  await waitUntil(() => !family.some(isRunning))
})

// PostgreSQL does not need a lock, because the jobs of a dead process are recognized by their
// leases.
test.if(dialect === 'sqlite')('a new server waits for the worker of a killed one', async () => {
  await open()
  const worker = await waitUntil(
    async () => (await findScan(client))?.status === 'processing' && findWorker(server),
  )
  process.kill(worker, 'SIGSTOP')
  await server.kill('SIGKILL')
  const starting = start(installation).then((started) => ({
    started,
    hasOrphan: isRunning(worker),
  }))
  // A server that did not wait would have started by then.
  await Bun.sleep(1_500)
  process.kill(worker, 'SIGCONT')
  const { started, hasOrphan } = await starting
  server = started
  expect(hasOrphan).toBe(false)
  client = await Client.signIn(server.url)
  await waitUntil(() => isIdle(client))
  expect(await countBooks(client)).toBe(installation.bookCount)
})
