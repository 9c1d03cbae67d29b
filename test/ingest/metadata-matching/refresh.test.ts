/** Jobs of a library that refresh metadata from providers. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { metadataMatchingJobs } from '../../../src/ingest/metadata-matching/jobs'
import { enqueueScheduledJob } from '../../../src/ingest/metadata-matching/refresh/library-jobs'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { findSchedule } from '../../../src/platform/jobs/schedules'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { type ProviderServers, startProviderServers } from '../providers/servers/all'

let servers: ProviderServers
let server: TestServer
beforeAll(async () => {
  servers = startProviderServers()
  server = await startTestServer(servers.settings)
  server.engine.register(metadataMatchingJobs(server.ctx))
  await server.engine.start()
})
afterAll(async () => {
  await server.close()
  servers.stop()
})

const onePiece = 30013
const vinlandSaga = 30642

const send = (method: string, path: string, body?: object, as = 'max') =>
  server.call(method, path, { as, ...(body && { body }) })
async function call(method: string, path: string, body?: object) {
  const answer = await send(method, path, body)
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const getSeries = ({ id }: { id: string }) => call('GET', `/series/${id}`)

async function addMatched(titles: readonly string[]) {
  servers.anilistChanges.clear()
  const library = await seedLibrary(server, { type: 'manga' })
  const series = []
  for (const title of titles) {
    const one = await seedSeries(server, library, { title, bookCount: 1 })
    await seedBook(server, one, {})
    await call('POST', `/series/${one.id}/metadata/auto-match`, {})
    series.push(one)
  }
  return { library, series }
}

const weekly = '0 4 * * 0'
const buildConfig = (values: object = {}) => ({
  type: 'metadata_refresh',
  provider: '*',
  skipRecentlySyncedWithinS: 0,
  ...values,
})
const createJob = ({ id }: SeededLibrary, config: object = {}, more: object = {}) =>
  call('POST', `/libraries/${id}/jobs`, {
    cronSchedule: weekly,
    config: buildConfig(config),
    ...more,
  })

const isEnded = async (runId: string) => {
  // Resets the rate limits, which have tests of their own.
  await server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits)))
  return (await call('GET', `/metadata-runs/${runId}`)).state !== 'running'
}
async function runNow({ id }: SeededLibrary, job: { id: string }) {
  const { runId } = await call('POST', `/libraries/${id}/jobs/${job.id}/run-now`)
  await waitUntil(() => isEnded(runId))
  return call('GET', `/metadata-runs/${runId}`)
}

describe('a refresh', () => {
  test('takes over what the provider changed, and nothing that a person edited', async () => {
    const { library, series } = await addMatched(['One Piece', 'Vinland Saga'])
    const job = await createJob(library)
    expect(job).toMatchObject({ name: 'Refresh metadata', enabled: true, lastRunAt: null })
    servers.anilistChanges.set(onePiece, { volumes: 112, startDate: { year: 1996 } })
    await call('PATCH', `/series/${series[0]!.id}/metadata`, { year: 1999 })
    const run = await runNow(library, job)
    expect(run).toMatchObject({ state: 'completed', isRefresh: true, counts: { applied: 1 } })
    const [changed, other] = await Promise.all(series.map(getSeries))
    expect(changed.metadata).toMatchObject({ totalVolumeCount: 112, year: 1999 })
    expect(other.metadata).toMatchObject({ totalVolumeCount: 29, year: 2005 })
    expect(await call('GET', `/libraries/${library.id}/jobs/${job.id}`)).toMatchObject({
      lastRunStatus: 'completed',
      lastRunMessage: null,
    })
  })

  test('is undone as a whole, and the series stays matched', async () => {
    const { library, series } = await addMatched(['One Piece'])
    servers.anilistChanges.set(onePiece, { volumes: 7 })
    const { id } = await runNow(library, await createJob(library))
    expect((await getSeries(series[0]!)).metadata.totalVolumeCount).toBe(7)
    await call('POST', `/metadata-runs/${id}/undo`)
    await waitUntil(async () => (await call('GET', `/metadata-runs/${id}`)).undoneAt !== null)
    expect((await getSeries(series[0]!)).metadata.totalVolumeCount).toBeNull()
    const { offers } = await call('GET', `/series/${series[0]!.id}/metadata/offers`)
    expect(offers).toHaveLength(1)
  })

  test('changes only the chosen fields', async () => {
    const { library, series } = await addMatched(['Vinland Saga'])
    const job = await createJob(library, { fieldGroups: ['counts'], extraFields: ['year'] })
    const changes = { volumes: 30, startDate: { year: 2006 }, description: 'Another summary.' }
    servers.anilistChanges.set(vinlandSaga, changes)
    await runNow(library, job)
    expect((await getSeries(series[0]!)).metadata).toMatchObject({
      totalVolumeCount: 30,
      year: 2006,
      summary: 'A young warrior grows up between two wars.',
    })
  })

  test('skips recent metadata, excluded works and series in the trash', async () => {
    const { library, series } = await addMatched(['One Piece', 'Vinland Saga', 'Yotsuba'])
    for (const id of [onePiece, vinlandSaga, 30104]) servers.anilistChanges.set(id, { volumes: 3 })
    const recent = await createJob(library, { skipRecentlySyncedWithinS: 3600 })
    const before = servers.countRequests()
    expect((await runNow(library, recent)).counts.applied).toBe(0)
    expect(servers.countRequests()).toBe(before)
    await call('PUT', `/series/${series[1]!.id}/metadata/exclusions`, {})
    await call('DELETE', `/series/${series[2]!.id}`)
    const run = await runNow(library, await createJob(library))
    expect(run.counts.applied).toBe(1)
    expect((await getSeries(series[0]!)).metadata.totalVolumeCount).toBe(3)
    expect((await getSeries(series[1]!)).metadata.totalVolumeCount).toBe(29)
  })

  test('stops with the reason when the provider fails, and continues later', async () => {
    const titles = ['One Piece', 'Vinland Saga', 'Yotsuba']
    const { library, series } = await addMatched(titles)
    const job = await createJob(library)
    servers.anilistChanges.set(onePiece, { volumes: 5 })
    servers.setStatus(418)
    const failed = await runNow(library, job)
    servers.setStatus(undefined)
    expect(failed).toMatchObject({ state: 'failed', counts: { failed: 3, applied: 0 } })
    expect(failed.problem.code).toBe('outgoing.failed')
    const shown = await call('GET', `/libraries/${library.id}/jobs/${job.id}`)
    expect(shown).toMatchObject({ lastRunStatus: 'failed', lastRunProblem: failed.problem })
    await call('POST', `/metadata-runs/${failed.id}/resume`)
    await waitUntil(() => isEnded(failed.id))
    const resumed = await call('GET', `/metadata-runs/${failed.id}`)
    expect(resumed).toMatchObject({ state: 'completed', counts: { applied: 1, failed: 0 } })
    expect((await getSeries(series[0]!)).metadata.totalVolumeCount).toBe(5)
  })
})

test('a series whose work is gone is named, and the others are refreshed', async () => {
  const { library, series } = await addMatched(['One Piece', 'Vinland Saga'])
  servers.anilistChanges.set(onePiece, { id: 0 })
  servers.anilistChanges.set(vinlandSaga, { volumes: 30 })
  const run = await runNow(library, await createJob(library))
  expect(run).toMatchObject({ state: 'completed', counts: { applied: 1, failed: 1 } })
  const { data } = await call('GET', `/metadata-runs/${run.id}/items?state=failed`)
  expect(data).toMatchObject([{ seriesId: series[0]!.id, because: { code: 'outgoing.not_found' } }])
  expect((await getSeries(series[1]!)).metadata.totalVolumeCount).toBe(30)
})

test('fields that a person left out stay out, and later ones come', async () => {
  const { library, series } = await addMatched([])
  const one = await seedSeries(server, library, { title: 'Vinland Saga', bookCount: 1 })
  series.push(one)
  const { candidates } = await call('POST', `/series/${one.id}/metadata/search`, {})
  const { pluginId, externalId } = candidates[0]
  const fields = ['title', 'status', 'totalVolumeCount']
  await call('POST', `/series/${one.id}/metadata/apply`, { pluginId, externalId, fields })
  servers.anilistChanges.set(vinlandSaga, { volumes: 30, meanScore: 70, genres: ['War'] })
  await runNow(library, await createJob(library))
  const { metadata, genres, externalRatings } = await getSeries(one)
  expect(metadata).toMatchObject({ totalVolumeCount: 30, year: null, summary: null })
  expect([genres, externalRatings]).toEqual([[], []])
})

test('a provider that fails does not keep the others from being asked', async () => {
  const { library, series } = await addMatched(['Vinland Saga'])
  const path = `/series/${series[0]!.id}/metadata`
  const { candidates } = await call('POST', `${path}/search`, {})
  const other = candidates.find((one: { provider: string }) => one.provider === 'MangaUpdates')
  const { pluginId, externalId } = other
  await call('POST', `${path}/apply`, { pluginId, externalId })
  const before = servers.mangaupdates.requests
  servers.anilist.status = 418
  const run = await runNow(library, await createJob(library))
  servers.anilist.status = undefined
  expect(run.state).toBe('completed')
  expect(servers.mangaupdates.requests).toBeGreaterThan(before)
})

describe('a job', () => {
  test('runs on its schedule, once at a time, and not when it is disabled', async () => {
    const { library } = await addMatched(['Yotsuba'])
    const job = await createJob(library, {}, { timezone: 'Europe/Berlin', name: 'Weekly' })
    const name = `library-job:${job.id}`
    expect(await findSchedule(server.ctx.db, name)).toMatchObject({
      cron: weekly,
      timezone: 'Europe/Berlin',
    })
    servers.anilistChanges.set(30104, { volumes: 16 })
    await server.ctx.write((tx) => enqueueScheduledJob(server.ctx, tx, name))
    await server.ctx.write((tx) => enqueueScheduledJob(server.ctx, tx, name))
    await waitUntil(async () => {
      const runs = await call('GET', `/metadata-runs?libraryId=${library.id}`)
      return runs.total === 1 && isEnded(runs.data[0].id)
    })
    const path = `/libraries/${library.id}/jobs/${job.id}`
    await call('PATCH', path, { enabled: false })
    expect(await findSchedule(server.ctx.db, name)).toBeUndefined()
    await call('PATCH', path, { enabled: true, cronSchedule: '0 5 * * *' })
    expect((await findSchedule(server.ctx.db, name))?.cron).toBe('0 5 * * *')
    await call('DELETE', path)
    expect(await findSchedule(server.ctx.db, name)).toBeUndefined()
    expect(await call('GET', `/libraries/${library.id}/jobs`)).toEqual({ jobs: [] })
    const runs = await call('GET', `/metadata-runs?libraryId=${library.id}`)
    expect(runs.data[0]).toMatchObject({ isRefresh: true, counts: { applied: 1 } })
  })

  test('shows what it would change', async () => {
    const { library, series } = await addMatched(['One Piece', 'Vinland Saga'])
    await seedSeries(server, library, { title: 'Unmatched' })
    const job = await createJob(library)
    servers.anilistChanges.set(onePiece, { volumes: 99 })
    await call('PUT', `/series/${series[1]!.id}/metadata/locks`, { totalVolumeCount: true })
    servers.anilistChanges.set(vinlandSaga, { volumes: 98 })
    const tried = await call('POST', `/libraries/${library.id}/jobs/${job.id}/dry-run`, {})
    expect(tried).toMatchObject({
      totalEligible: 2,
      estSkippedNoId: 1,
      estSkippedRecentlySynced: 0,
      planFailure: null,
    })
    const bySeries = new Map<string, { changes: object; skipped: { field: string }[] }>(
      tried.sample.map((one: { seriesId: string }) => [one.seriesId, one]),
    )
    expect(bySeries.get(series[0]!.id)!.changes).toEqual({
      totalVolumeCount: { before: null, after: 99 },
    })
    const locked = bySeries.get(series[1]!.id)!
    expect(locked.changes).toEqual({})
    expect(locked.skipped.map(({ field }) => field)).toContain('totalVolumeCount')
    expect((await getSeries(series[0]!)).metadata.totalVolumeCount).toBeNull()
    const path = `/libraries/${library.id}/jobs/${job.id}/dry-run`
    const none = await call('POST', path, {
      sampleSize: 0,
      configOverride: buildConfig({ provider: 'plugin:mangaupdates' }),
    })
    expect([none.totalEligible, none.sample]).toEqual([0, []])
  })

  test.each([
    ['provider', { provider: 'plugin:nothing' }],
    ['provider', { provider: 'anilist' }],
    ['scope', { scope: 'books_only' }],
    ['existingSourceIdsOnly', { existingSourceIdsOnly: false }],
    ['fieldGroups', { fieldGroups: ['everything'] }],
    ['fieldGroups', { extraFields: ['bookCount'] }],
  ])('is refused for its %s: %o', async (member, config) => {
    const { id } = await seedLibrary(server)
    const body = { cronSchedule: weekly, config: buildConfig(config) }
    const answer = await send('POST', `/libraries/${id}/jobs`, body)
    expect([answer.status, answer.body.details[0].path]).toEqual([400, `config.${member}`])
  })

  test.each([
    ['cronSchedule', { cronSchedule: 'every day' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
  ])('is refused for its %s: %o', async (member, values) => {
    const { id } = await seedLibrary(server)
    const body = { cronSchedule: weekly, config: buildConfig(), ...values }
    const answer = await send('POST', `/libraries/${id}/jobs`, body)
    expect([answer.status, answer.body.details[0].path]).toEqual([400, member])
  })

  test('is unknown in another library, and closed to readers', async () => {
    const [library, other] = [await seedLibrary(server), await seedLibrary(server)]
    const job = await createJob(library)
    const path = `/libraries/${other.id}/jobs/${job.id}`
    for (const [method, more, body] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/run-now', undefined],
      ['POST', '/dry-run', {}],
    ] as const) {
      expect([method, (await send(method, path + more, body)).status]).toEqual([method, 404])
    }
    const asReader = await send('GET', `/libraries/${library.id}/jobs`, undefined, 'ann')
    expect(asReader.status).toBe(403)
  })

  test('has fields in groups', async () => {
    const groups = await call('GET', '/library-jobs/metadata-refresh/field-groups')
    expect(groups).toContainEqual({
      id: 'counts',
      label: 'Totals',
      fields: ['totalVolumeCount', 'totalChapterCount'],
    })
  })
})
