/** The list of servers and workers. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { processes } from '../../../src/admin/processes/schema'
import { deleteLostProcesses, recordProcess } from '../../../src/admin/processes/service'
import { dialect } from '../../../src/platform/db/dialect'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const minute = 60_000
const isSqlite = dialect === 'sqlite'

async function record(kind: 'serve' | 'worker', jobKinds: string[] = []) {
  const id = kind === 'worker' ? server.engine.owner : Bun.randomUUIDv7()
  const stop = await recordProcess(server.ctx, { id, kind, jobKinds })
  stops.push(stop)
  return { id, stop }
}

const list = async () => (await server.call('GET', '/admin/processes', { as: 'ada' })).body

/** As after a crash: the row remains and is not renewed. */
async function addLostProcess(agoMs: number, given: Partial<typeof processes.$inferInsert> = {}) {
  const seenAt = new Date(server.clock.now().getTime() - agoMs)
  const row = {
    id: Bun.randomUUIDv7(),
    kind: 'worker' as const,
    host: 'away',
    // Above the highest process ID of Linux.
    pid: 2 ** 30,
    version: '0.1.0',
    jobKinds: [],
    startedAt: seenAt,
    seenAt,
    ...given,
  }
  await server.ctx.write(async (tx) => void (await tx.insert(processes).values(row)))
  return row.id
}

test('has each process until it stops', async () => {
  const { id, stop } = await record('serve')
  // They are listed by the time of their start.
  await server.clock.advance(1)
  const worker = await record('worker', ['scan_library'])
  expect(await list()).toEqual([
    {
      id,
      kind: 'serve',
      host: expect.any(String),
      pid: process.pid,
      version: expect.any(String),
      startedAt: expect.any(String),
      seenAt: expect.any(String),
      isMissing: false,
      jobKinds: [],
      watchesFolders: isSqlite,
      runningJobs: [],
    },
    expect.objectContaining({ id: worker.id, kind: 'worker', jobKinds: ['scan_library'] }),
  ])
  await stop()
  expect(await list()).toMatchObject([{ id: worker.id }])
})

test('says which processes are missing, and forgets them after a day', async () => {
  const lost = await addLostProcess(2 * minute)
  const { id } = await record('serve')
  await server.clock.advance(2 * minute)
  const found = await list()
  expect(found).toMatchObject([
    { id: lost, isMissing: true, watchesFolders: false },
    { id, isMissing: false },
  ])
  expect(Date.parse(found[1].seenAt)).toBeGreaterThan(server.clock.now().getTime() - minute)
  const older = await addLostProcess(25 * 60 * minute)
  await deleteLostProcesses(server.ctx)
  const ids = (await list()).map((each: { id: string }) => each.id)
  expect(ids).toEqual(isSqlite ? [older, lost, id] : [lost, id])
  // On SQLite, the next worker takes the place of lost ones.
  if (isSqlite) await record('worker')
  else await server.ctx.write(async (tx) => void (await tx.delete(processes)))
  expect((await list()).map((each: { id: string }) => each.id)).not.toContain(lost)
})

test.if(!isSqlite)(
  'a process that was killed is forgotten when its machine starts one',
  async () => {
    const here = { host: hostname(), kind: 'worker' } as const
    await addLostProcess(1_000, here)
    await addLostProcess(1_000, { ...here, pid: process.pid })
    const running = await addLostProcess(1_000, { ...here, pid: process.ppid })
    const elsewhere = await addLostProcess(1_000)
    const { id } = await record('worker')
    const ids = (await list()).map((each: { id: string }) => each.id)
    expect(ids.toSorted()).toEqual([running, elsewhere, id].toSorted())
    await server.ctx.write(async (tx) => void (await tx.delete(processes)))
  },
)

test.if(isSqlite)('on SQLite, nothing is written while the processes run', async () => {
  await record('serve')
  const readRows = () => server.ctx.db.select().from(processes)
  const before = await readRows()
  await server.clock.advance(10 * minute)
  expect(await readRows()).toEqual(before)
})

test('is for administrators', async () => {
  const { status } = await server.call('GET', '/admin/processes', { as: 'max' })
  expect(status).toBe(403)
})

test('names what a process is doing', async () => {
  const job = defineJob('list_test')
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const run = async () => {
    started.resolve()
    await finish.promise
  }
  server.engine.register([handleJob(job, run)])
  await record('worker')
  await server.ctx.write((tx) => server.ctx.queue.enqueue(tx, job, {}))
  await server.engine.start()
  await started.promise
  expect(await list()).toMatchObject([
    { kind: 'worker', runningJobs: [{ id: expect.any(String), kind: 'list_test' }] },
  ])
  finish.resolve()
  await server.engine.idle()
  expect(await list()).toMatchObject([{ runningJobs: [] }])
})

test('counts as metrics: running ones and missing ones', async () => {
  await record('serve')
  await addLostProcess(minute * 3)
  // Counts of the database are shared for ten seconds.
  await server.clock.advance(10_001)
  const headers = { accept: 'text/plain' }
  const response = await server.fetch('/api/v1/metrics', { as: 'ada', headers })
  const lines = (await response.text()).split('\n')
  const count = (kind: string, state: string) => {
    const start = `quire_processes{kind="${kind}",state="${state}"} `
    return Number(lines.find((line) => line.startsWith(start))?.slice(start.length))
  }
  expect(count('serve', 'running')).toBe(1)
  expect(count('serve', 'missing')).toBe(0)
  expect(count('worker', 'running')).toBe(0)
  expect(count('worker', 'missing')).toBeGreaterThanOrEqual(1)
})
