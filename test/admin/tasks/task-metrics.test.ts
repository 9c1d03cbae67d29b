/** Durations and outcomes of tasks, and their history. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobMessages } from '../../../src/platform/jobs/messages'
import { jobs } from '../../../src/platform/jobs/schema'
import { users } from '../../../src/accounts/users/schema'
import { Dice, randomSeed } from '../../support/dice'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const hourMs = 3_600_000
/** In the middle of an hour and of a day. */
const now = new Date('2026-03-10T12:30:00Z')

beforeAll(async () => {
  server = await startTestServer()
  server.clock.stop(now)
  const library = Bun.randomUUIDv7()
  await server.addUser('tom', 'reader', ['tasks:read', 'metrics:read'])
  await server.addUser('eve', 'reader', ['metrics:read'])
  await server.ctx.write(async (tx) => {
    await tx
      .update(users)
      .set({ libraryIds: [Bun.randomUUIDv7()] })
      .where(eq(users.id, server.getUserId('tom')))
    const add = (kind: string, hoursAgo: number, seconds: number, more = {}) => {
      const finishedAt = new Date(now.getTime() - hoursAgo * hourMs)
      const startedAt = new Date(finishedAt.getTime() - seconds * 1000)
      const runAt = new Date(startedAt.getTime() - 500)
      const values = { kind, payload: { libraryId: library }, maxAttempts: 3, attempts: 1 }
      return tx
        .insert(jobs)
        .values({ ...values, state: 'done', runAt, startedAt, finishedAt, ...more })
    }
    const error = jobMessages.failed({ detail: 'no luck' })
    await add('scan_library', 0.1, 1)
    await add('scan_library', 0.2, 3)
    await add('scan_library', 30, 8, { attempts: 2 })
    await add('make_thumbnails', 0.3, 4, { state: 'failed', error })
    // Older than what is kept, canceled, and waiting.
    await add('scan_library', 24 * 8, 100)
    await add('scan_library', 1, 100, { state: 'cancelled' })
    await add('scan_library', 2, 1, { state: 'ready', startedAt: null, finishedAt: null })
  })
})
afterAll(() => server.close())

const read = async (path = '', as = 'max') =>
  (await server.call('GET', `/metrics/tasks${path}`, { as })).body

test('task metrics sum up what ended within seven days', async () => {
  const { body } = await server.call('GET', '/metrics/tasks', { as: 'ada' })
  expect(body).toMatchObject({
    updatedAt: now.toISOString(),
    retention: 'P7D',
    summary: {
      totalExecuted: 4,
      totalSucceeded: 3,
      totalFailed: 1,
      avgDurationMs: 4000,
      avgQueueWaitMs: 500,
    },
    queue: { pendingCount: 1, processingCount: 0, staleCount: 0 },
  })
  expect(body.queue.oldestPendingAgeMs).toBe(2 * hourMs + 1500)
  const scans = body.byType.find(({ taskType }: { taskType: string }) =>
    taskType.startsWith('scan'),
  )
  expect(scans).toMatchObject({
    executed: 3,
    retried: 1,
    minDurationMs: 1000,
    maxDurationMs: 8000,
    p50DurationMs: 3000,
    p95DurationMs: 8000,
    throughputPerSec: 0.25,
    errorRatePct: 0,
    lastError: null,
  })
  const thumbnails = body.byType.find(({ failed }: { failed: number }) => failed > 0)
  expect(thumbnails).toMatchObject({
    errorRatePct: 100,
    lastError: { code: 'jobs.failed', message: 'The task failed: no luck' },
    lastErrorAt: new Date(now.getTime() - 0.3 * hourMs).toISOString(),
  })
})

test('the history is by hour or day, for some days, and by type', async () => {
  const history = await read('/history', 'ada')
  expect(history).toMatchObject({ granularity: 'hour', to: now.toISOString() })
  expect(history.points).toMatchObject([
    { periodStart: '2026-03-09T06:00:00.000Z', count: 1, avgDurationMs: 8000, taskType: null },
    { periodStart: '2026-03-10T12:00:00.000Z', count: 3, succeeded: 2, failed: 1 },
  ])
  const days = await read('/history?granularity=day&days=1', 'ada')
  expect(days.points).toMatchObject([{ periodStart: '2026-03-10T00:00:00.000Z', count: 3 }])
  const scans = await read('/history?taskType=scan_library&days=1', 'ada')
  expect(scans.points).toMatchObject([
    { count: 2, minDurationMs: 1000, maxDurationMs: 3000, taskType: 'scan_library' },
  ])
})

test('tasks of hidden libraries are not counted', async () => {
  expect((await read('', 'tom')).summary.totalExecuted).toBe(0)
  expect((await read('/history', 'tom')).points).toEqual([])
})

test('both permissions are needed, and wrong parameters are refused', async () => {
  for (const as of ['ann', 'eve']) {
    expect((await server.call('GET', '/metrics/tasks', { as })).status).toBe(403)
  }
  for (const query of ['days=8', 'days=0', 'granularity=week']) {
    const { status } = await server.call('GET', `/metrics/tasks/history?${query}`, { as: 'ada' })
    expect(status).toBe(400)
  }
})

test('durations of many tasks are summed up in the database, as if all were read', async () => {
  const many = await startTestServer()
  many.clock.stop(now)
  const random = new Dice(randomSeed)
  const dice = () => random.roll(1_000_000) / 1_000_000
  const rows = Array.from({ length: 400 }, () => {
    const finishedAt = new Date(now.getTime() - Math.floor(dice() * 6.9 * 24 * hourMs))
    const startedAt = new Date(finishedAt.getTime() - Math.floor(dice() ** 4 * 100_000) + 1000)
    const runAt = new Date(startedAt.getTime() - Math.floor(dice() * 5000) + 500)
    const state = dice() < 0.2 ? ('failed' as const) : ('done' as const)
    const error = state === 'failed' ? jobMessages.failed({ detail: String(dice()) }) : null
    const kind = `kind_${Math.floor(dice() ** 3 * 12)}`
    const attempts = 1 + Math.floor(dice() * 3)
    return {
      kind,
      payload: {},
      maxAttempts: 3,
      attempts,
      state,
      error,
      runAt,
      startedAt,
      finishedAt,
    }
  })
  await many.ctx.write((tx) => tx.insert(jobs).values(rows))
  const { body } = await many.call('GET', '/metrics/tasks', { as: 'ada' })
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const durations = ofKind
      .map((row) => Math.max(0, row.finishedAt.getTime() - row.startedAt.getTime()))
      .toSorted((a, b) => a - b)
    const at = (share: number) => durations[Math.ceil(durations.length * share) - 1]
    const failures = ofKind
      .filter(({ state }) => state === 'failed')
      .toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime())
    const found = body.byType.find(({ taskType }: { taskType: string }) => taskType === kind)
    expect(found).toMatchObject({
      executed: ofKind.length,
      failed: failures.length,
      retried: ofKind.filter(({ attempts }) => attempts > 1).length,
      minDurationMs: durations[0],
      maxDurationMs: durations.at(-1),
      p50DurationMs: at(0.5),
      p95DurationMs: at(0.95),
      lastErrorAt: failures[0]?.finishedAt.toISOString() ?? null,
    })
    expect(found.lastError?.params ?? null).toEqual(failures[0]?.error?.params ?? null)
  }
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const waits = rows.map((row) => Math.max(0, row.startedAt.getTime() - row.runAt.getTime()))
  expect(body.summary.totalExecuted).toBe(400)
  expect(body.summary.avgQueueWaitMs).toBeCloseTo(sum(waits) / 400, 6)
  const { body: history } = await many.call('GET', '/metrics/tasks/history', { as: 'ada' })
  const hours = new Set(rows.map((row) => Math.floor(row.finishedAt.getTime() / hourMs)))
  expect(history.points.map(({ periodStart }: { periodStart: string }) => periodStart)).toEqual(
    [...hours].toSorted((a, b) => a - b).map((hour) => new Date(hour * hourMs).toISOString()),
  )
  await many.close()
})
