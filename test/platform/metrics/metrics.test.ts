import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import parsePrometheus from 'parse-prometheus-text-format'
import { dialect } from '../../../src/platform/db/dialect'
import { JobEngine } from '../../../src/platform/jobs/job-engine'
import { jobs } from '../../../src/platform/jobs/schema'
import { counters, timings } from '../../../src/platform/metrics/registry'
import { Metrics } from '../../../src/admin/monitoring/model'
import { system } from '../../../src/accounts/permissions/model'
import { getMetrics } from '../../../src/admin/monitoring/service'
import { scans } from '../../../src/ingest/scanning/schema'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { version } from '../../../src/version'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Comics "and" \\ more' })
  const one = await seedSeries(server, library, { title: 'One' })
  await seedBook(server, one, { size: 1000, pageCount: 20 })
  await seedBook(server, one, { size: 3_000_000_000, pageCount: 30 })
  await seedBook(server, one, { trashedAt: new Date() })
  const hidden = await seedLibrary(server, { name: 'Gone', trashedAt: new Date() })
  await seedBook(server, await seedSeries(server, hidden, { title: 'Gone' }))
  await seedJobsAndScans(library.id)
})
afterAll(() => server.close())

async function seedJobsAndScans(libraryId: string) {
  const startedAt = new Date(Date.now() - 60_000)
  const addSeconds = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
  const job = { kind: 'scan_library', payload: {}, runAt: startedAt, startedAt }
  await server.ctx.write(async (tx) => {
    await tx.insert(jobs).values([
      { ...job, state: 'done', finishedAt: addSeconds(2) },
      { ...job, state: 'done', finishedAt: addSeconds(4) },
      { ...job, state: 'failed', finishedAt: addSeconds(6) },
      { ...job, state: 'running' },
      { ...job, startedAt: null, state: 'ready' },
      { ...job, startedAt: null, state: 'cancelled', finishedAt: addSeconds(50) },
    ])
    await tx.insert(scans).values([
      {
        libraryId,
        mode: 'normal',
        trigger: 'manual',
        status: 'completed',
        filesProcessed: 500,
        startedAt,
        completedAt: addSeconds(10),
      },
      {
        libraryId,
        mode: 'normal',
        trigger: 'manual',
        status: 'running',
        filesProcessed: 3,
        startedAt,
      },
    ])
    const picture = {
      ownerKind: 'book' as const,
      shard: '00',
      width: 1,
      height: 1,
      madeAt: startedAt,
    }
    await tx.insert(thumbnails).values([
      { ...picture, ownerId: Bun.randomUUIDv7(), state: 'made', hash: 'a', bytes: 700 },
      { ...picture, ownerId: Bun.randomUUIDv7(), state: 'failed', hash: '', bytes: 0 },
    ])
  })
}

const scrape = (accept?: string, as = 'ada') =>
  server.call('GET', '/metrics', { as, ...(accept !== undefined && { headers: { accept } }) })

/** The Accept header of Prometheus. */
const prometheusAccept =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,' +
  'application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;q=0.3,' +
  'text/plain;version=0.0.4;q=0.2,*/*;q=0.1'

const findValue = (text: string, name: string, labels: Record<string, string> = {}) => {
  const family = parsePrometheus(text).find((candidate) => candidate.name === name)
  const metric = family?.metrics.find((candidate) =>
    Object.entries(labels).every(([label, value]) => candidate.labels?.[label] === value),
  )
  return metric && 'value' in metric ? Number(metric.value) : undefined
}

describe('the JSON document', () => {
  test('counts the library without the trash', async () => {
    const { status, body } = await scrape()
    expect(status).toBe(200)
    expect(body.version).toBe(version)
    expect(body.inventory).toMatchObject({
      libraryCount: 1,
      seriesCount: 1,
      bookCount: 2,
      pageCount: 50,
      totalBookSize: 3_000_001_000,
      userCount: 3,
    })
    expect(body.inventory.libraries).toHaveLength(1)
    expect(body.database).toMatchObject({ type: dialect })
    expect(body.database.sizeBytes).toBeGreaterThan(10_000)
    expect(body.database.pool === null).toBe(dialect === 'sqlite')
  })

  test('counts tasks by kind and state, with durations', async () => {
    const { body } = await scrape()
    expect(body.jobs).toEqual([
      {
        kind: 'scan_library',
        ready: 1,
        running: 1,
        done: 2,
        failed: 1,
        cancelled: 1,
        meanSeconds: 4,
        maxSeconds: 6,
      },
    ])
    expect(body.scans).toMatchObject({
      running: 1,
      completed: 1,
      filesProcessed: 500,
      filesPerSecond: 50,
    })
    expect(body.thumbnails).toMatchObject({ stored: 1, storedBytes: 700, failed: 1 })
  })

  test('matches its API schema', async () => {
    expect([...Value.Errors(Metrics, await getMetrics(server.ctx, system))]).toEqual([])
  })

  test('contains process metrics', async () => {
    const { body } = await scrape()
    expect(body.uptimeSeconds).toBeGreaterThan(0)
    expect(body.process.cpuSeconds).toBeGreaterThan(0)
    expect(body.process.residentBytes).toBeGreaterThan(1_000_000)
    if (process.platform !== 'linux') return
    expect(body.process.anonymousBytes).toBeGreaterThan(1_000_000)
    expect(body.process.anonymousBytes).toBeLessThan(body.process.residentBytes * 2)
    expect(body.process.openFiles).toBeGreaterThan(2)
  })

  test('contains the lag of a blocked event loop', async () => {
    await scrape()
    await Bun.sleep(60)
    const end = performance.now() + 120
    while (performance.now() < end);
    await Bun.sleep(60)
    const { body } = await scrape()
    expect(body.process.eventLoopLagSeconds.max).toBeGreaterThan(0.05)
  })

  test('contains the counters of modules', async () => {
    const before = (await scrape()).body
    counters.loginsRefused.inc({ reason: 'wrong' }, 2)
    counters.thumbnailsServed.inc({ answer: 'placeholder' })
    counters.cacheLookups.inc({ cache: 'passwords', result: 'hit' }, 3)
    const { body } = await scrape()
    expect(body.loginsRefused.wrong).toBe(before.loginsRefused.wrong + 2)
    expect(body.thumbnails.placeholders).toBe(before.thumbnails.placeholders + 1)
    expect(findPasswordHits(body)).toBe(findPasswordHits(before) + 3)
  })
})

type Caches = { caches: { name: string; hits: number }[] }

const findPasswordHits = ({ caches }: Caches) =>
  caches.find(({ name }) => name === 'passwords')?.hits ?? 0

async function countRequests(route: string, method: string, status: number): Promise<number> {
  const { body } = await scrape()
  const rows = body.requests.byRoute as {
    route: string
    method: string
    status: number
    count: number
  }[]
  const row = rows.find((r) => r.route === route && r.method === method && r.status === status)
  return row?.count ?? 0
}

describe('requests', () => {
  test.each([
    ['a response', 'GET', '/auth/me', '/api/v1/auth/me', undefined, 401],
    ['an error', 'GET', '/metrics', '/api/v1/metrics', 'ann', 403],
    [
      'an id as its route pattern',
      'GET',
      `/books/${Bun.randomUUIDv7()}`,
      '/api/v1/books/:id',
      'ada',
      404,
    ],
    ['an unknown path', 'GET', `/nothing/${Bun.randomUUIDv7()}`, 'none', 'ada', 404],
    ['a wrong method', 'DELETE', '/metrics', 'none', 'ada', 405],
  ])('counts %s', async (_, method, path, route, as, status) => {
    const before = await countRequests(route, method, status)
    const answer = await server.call(method, path, as ? { as } : {})
    expect(answer.status).toBe(status)
    await Bun.sleep(5)
    expect(await countRequests(route, method, status)).toBe(before + 1)
  })

  test('puts no part of a URL into a label', async () => {
    const id = Bun.randomUUIDv7()
    await server.call('GET', `/books/${id}`, { as: 'ada' })
    await server.call('GET', `/${id}/${id}`, { as: 'ada' })
    await Bun.sleep(5)
    expect((await scrape('text/plain')).body).not.toContain(id)
  })
})

describe('the text format', () => {
  test('parses as Prometheus text and equals the document', async () => {
    const { body, headers } = await scrape(prometheusAccept)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers.get('vary')).toBe('accept')
    const library = { library: 'Comics "and" \\ more' }
    expect(findValue(body, 'quire_books', library)).toBe(2)
    expect(findValue(body, 'quire_books_bytes', library)).toBe(3_000_001_000)
    expect(findValue(body, 'quire_jobs', { kind: 'scan_library', state: 'done' })).toBe(2)
    expect(findValue(body, 'quire_info', { version })).toBe(1)
    expect(findValue(body, 'process_cpu_seconds_total')).toBeGreaterThan(0)
    const families = parsePrometheus(body)
    const names = families.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const requests = families.find(({ name }) => name === 'quire_http_request_duration_seconds')
    expect(requests?.type).toBe('HISTOGRAM')
    expect(requests?.metrics.length).toBeGreaterThan(0)
  })

  test.each([
    ['quire_thumbnails_made_total', 'Attempts to create thumbnails by outcome'],
    ['quire_thumbnails_served_total', 'Responses to thumbnail requests'],
    ['quire_job_duration_seconds', 'Duration of background jobs by kind and outcome'],
    ['quire_jobs', 'Background jobs by kind and state'],
  ])('describes what %s counts', async (name, help) => {
    expect((await scrape(prometheusAccept)).body).toContain(`# HELP ${name} ${help}\n`)
  })

  test('names counters for OpenMetrics without changing the Prometheus format', async () => {
    counters.loginsRefused.inc({ reason: 'throttled' })
    const open = await scrape('application/openmetrics-text; version=1.0.0')
    expect(open.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    )
    expect(open.body).toEndWith('\n# EOF\n')
    expect(open.body).toContain('# TYPE quire_logins_refused counter\n')
    expect(open.body).toMatch(/^quire_logins_refused_total\{reason="throttled"\} \d+$/m)
    expect(open.body).not.toContain('\n\n')
    const plain = (await scrape('text/plain')).body
    expect(plain).toContain('# TYPE quire_logins_refused_total counter\n')
    expect(findValue(plain, 'quire_logins_refused_total', { reason: 'throttled' })).toBeGreaterThan(
      0,
    )
  })

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
    ['application/json;q=0.5,text/plain;q=0.5', 'application/json'],
    ['application/json;q=0.5,text/plain;q=0.6', 'text/plain; version=0.0.4; charset=utf-8'],
    ['text/plain', 'text/plain; version=0.0.4; charset=utf-8'],
    ['text/*, application/json;q=0.1', 'text/plain; version=0.0.4; charset=utf-8'],
  ])('answers Accept "%s" with %s', async (accept, type) => {
    const { status, headers } = await scrape(accept)
    expect([status, headers.get('content-type')]).toEqual([200, type])
  })

  test.each(['image/png', 'text/plain;q=0, application/json;q=0', 'text/html'])(
    'rejects Accept "%s"',
    async (accept) => {
      const { status, body } = await scrape(accept)
      expect([status, body.error]).toEqual([406, 'not_acceptable'])
    },
  )
})

test.each([
  ['an anonymous client', undefined, 401, 'unauthenticated'],
  ['a reader', 'ann', 403, 'forbidden'],
  ['a maintainer', 'max', 403, 'forbidden'],
])('is not available to %s', async (_, as, status, reason) => {
  const answer = await server.call('GET', '/metrics', as ? { as } : {})
  expect([answer.status, answer.body.error]).toEqual([status, reason])
})

test('is available to a reader with the permission', async () => {
  await server.addUser('col', 'reader', ['metrics:read'])
  expect((await scrape('text/plain', 'col')).status).toBe(200)
})

test('is public when metrics.public is set', async () => {
  const open = await startTestServer({ 'metrics.public': 'true' })
  try {
    const answer = await open.call('GET', '/metrics', { headers: { accept: 'text/plain' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('quire_info')
  } finally {
    await open.close()
  }
})

async function endJob(outcome: string): Promise<number | undefined> {
  const { values } = await timings.jobs.get()
  return values.find(
    ({ metricName, labels }) =>
      metricName === 'quire_job_duration_seconds_count' &&
      labels.kind === 'metrics_test' &&
      labels.outcome === outcome,
  )?.value
}

test('measures the duration of tasks by outcome', async () => {
  const engine = new JobEngine(server.ctx, server.ctx.log, { pollMs: 20, firstWaitMs: 5 })
  let tries = 0
  const metricsTest = defineJob('metrics_test')
  engine.register([
    handleJob(metricsTest, async () => {
      if (++tries === 1) throw new Error('once')
    }),
  ])
  await server.ctx.write((tx) => engine.enqueue(tx, metricsTest, {}))
  await engine.start()
  await waitUntil(async () => (await endJob('done')) === 1)
  await engine.stop()
  expect([await endJob('retried'), await endJob('done')]).toEqual([1, 1])
})
