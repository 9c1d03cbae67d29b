/** Matching of a whole library in the background. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { metadataMatchingJobs } from '../../../src/ingest/metadata-matching/jobs'
import { matchNewSeries } from '../../../src/ingest/metadata-matching/runs/new-series'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
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

const as = 'max'
const call = async (method: string, path: string, body?: object) => {
  const answer = await server.call(method, path, { as, ...(body && { body }) })
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function addLibrary(titles: readonly string[]) {
  const library = await seedLibrary(server, { type: 'manga' })
  const series = []
  for (const title of titles) {
    const one = await seedSeries(server, library, { title })
    await seedBook(server, one, {})
    series.push(one)
  }
  return { library, series }
}

/** Resets rate limits, so that requests are not delayed. Rate limits have tests of their own. */
const resetRateLimits = () =>
  server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits)))

async function matchLibrary({ id }: SeededLibrary, end = 'completed') {
  const { runId } = await call('POST', `/libraries/${id}/metadata/auto-match/task`, {})
  await waitUntil(async () => {
    await resetRateLimits()
    return (await call('GET', `/metadata-runs/${runId}`)).state === end
  })
  return call('GET', `/metadata-runs/${runId}`)
}

const exportMetadata = async (series: readonly { id: string }[]) => {
  const all = []
  for (const { id } of series) {
    const { body } = await server.call('GET', `/series/${id}`, { as })
    const { updatedAt: _, ...metadata } = body.metadata
    const { genres, tags, externalIds, externalLinks, externalRatings, alternateTitles } = body
    all.push({
      metadata,
      genres,
      tags,
      externalIds,
      externalLinks,
      externalRatings,
      alternateTitles,
    })
  }
  return all
}

describe('a run', () => {
  test('applies certain matches and leaves the others for a review', async () => {
    const { library, series } = await addLibrary(['Vinland Saga', 'Vinland', 'Nothing like it'])
    const run = await matchLibrary(library)
    expect(run.counts).toMatchObject({ applied: 1, review: 1, none: 1, waiting: 0 })
    const { data } = await call('GET', `/metadata-runs/${run.id}/items?state=review`)
    expect(data).toMatchObject([
      {
        seriesId: series[1]!.id,
        title: 'Vinland',
        because: { message: 'Not similar enough' },
        candidates: [{ externalId: '30642' }, { externalId: '51239621230' }],
      },
    ])
  })

  test('M9: its items have an ID', async () => {
    const { library } = await addLibrary(['Vinland', 'Nothing like it'])
    const run = await matchLibrary(library)
    const { data } = await call('GET', `/metadata-runs/${run.id}/items`)
    const ids = new Set(data.map(({ id }: { id: string }) => id))
    expect(ids.size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/)
  })

  test('is undone as a whole, with what a person chose, and can be run again', async () => {
    const { library, series } = await addLibrary(['Vinland Saga', 'Vinland', 'One Piece'])
    const before = await exportMetadata(series)
    const run = await matchLibrary(library)
    const [{ seriesId, candidates }] = (
      await call('GET', `/metadata-runs/${run.id}/items?state=review`)
    ).data
    const { pluginId, externalId } = candidates[0]
    const choice = { choice: { pluginId, externalId } }
    await call('POST', `/metadata-runs/${run.id}/items/${seriesId}/choose`, choice)
    expect((await call('GET', `/series/${seriesId}`)).metadata.year).toBe(2005)
    await call('POST', `/metadata-runs/${run.id}/undo`)
    await waitUntil(async () => (await call('GET', `/metadata-runs/${run.id}`)).undoneAt !== null)
    expect(await exportMetadata(series)).toEqual(before)
    expect((await matchLibrary(library)).counts).toMatchObject({ applied: 0, review: 3 })
  })

  test('keeps what a person edited after it when it is undone', async () => {
    const { library, series } = await addLibrary(['Vinland Saga'])
    const run = await matchLibrary(library)
    await call('PATCH', `/series/${series[0]!.id}/metadata`, { summary: 'Mine' })
    await call('POST', `/metadata-runs/${run.id}/undo`)
    await waitUntil(async () => (await call('GET', `/metadata-runs/${run.id}`)).undoneAt !== null)
    const { metadata } = await call('GET', `/series/${series[0]!.id}`)
    expect(metadata).toMatchObject({ summary: 'Mine', year: null })
  })

  test('can be of one series, and then of none that one cannot see', async () => {
    const { series } = await addLibrary(['Yotsuba'])
    const path = (id: string) => `/series/${id}/metadata/auto-match/task`
    const { runId, tasksEnqueued } = await call('POST', path(series[0]!.id), {})
    expect(tasksEnqueued).toBe(1)
    await waitUntil(async () => {
      await resetRateLimits()
      return (await call('GET', `/metadata-runs/${runId}`)).counts.applied === 1
    })
    const none = await server.call('POST', path(Bun.randomUUIDv7()), { as, body: {} })
    expect(none.status).toBe(404)
  })

  test('takes only series without metadata of a provider', async () => {
    const { library } = await addLibrary(['Vinland Saga', 'Nothing like it'])
    await matchLibrary(library)
    expect((await matchLibrary(library)).counts).toMatchObject({ applied: 0, none: 1 })
  })

  test('stops with the reason when the provider fails, and continues later', async () => {
    const { library } = await addLibrary(['Alpha', 'Beta', 'Gamma', 'Delta'])
    servers.setStatus(418)
    const failed = await matchLibrary(library, 'failed')
    expect(failed).toMatchObject({
      counts: { waiting: 4 },
      problem: { code: 'outgoing.failed', params: { status: 418 } },
    })
    servers.setStatus(undefined)
    await call('POST', `/metadata-runs/${failed.id}/resume`)
    await waitUntil(async () => {
      await resetRateLimits()
      return (await call('GET', `/metadata-runs/${failed.id}`)).state === 'completed'
    })
    expect((await call('GET', `/metadata-runs/${failed.id}`)).counts.waiting).toBe(0)
  })

  test('is hidden from those who cannot see its library', async () => {
    const { library } = await addLibrary(['Vinland Saga'])
    const run = await matchLibrary(library)
    await server.addUser('eva', 'maintainer')
    const path = `/users/${server.getUserId('eva')}/libraries`
    await server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
    const one = await server.call('GET', `/metadata-runs/${run.id}`, { as: 'eva' })
    expect(one.status).toBe(404)
    expect((await server.call('GET', '/metadata-runs', { as: 'eva' })).body.total).toBe(0)
  })
})

describe('settings of a library', () => {
  test('decide which providers are used, and how certain a match must be', async () => {
    const { library, series } = await addLibrary(['Vinland Saga'])
    const path = `/libraries/${library.id}/providers`
    const { providers, isDefault } = await call('GET', path)
    expect([providers[0].name, isDefault]).toEqual(['anilist', true])
    await call('PUT', path, { pluginIds: [] })
    const { decision } = await call('POST', `/series/${series[0]!.id}/metadata/search`, {})
    expect(decision.because.code).toBe('metadata_matching.no_providers')
    await call('PUT', path, { pluginIds: null, threshold: 1.2 })
    expect((await matchLibrary(library)).counts).toMatchObject({ applied: 0, review: 1 })
  })
})

test('new series are matched after a scan, once, if the library is set to it', async () => {
  const { library } = await addLibrary(['Vinland Saga'])
  const countRuns = async () =>
    (await call('GET', `/metadata-runs?libraryId=${library.id}`)).total as number
  await matchNewSeries(server.ctx, library.id)
  expect(await countRuns()).toBe(0)
  await call('PUT', `/libraries/${library.id}/providers`, { matchNew: true })
  await matchNewSeries(server.ctx, library.id)
  expect(await countRuns()).toBe(0)
  await seedSeries(server, library, { title: 'One Piece' })
  await matchNewSeries(server.ctx, library.id)
  await matchNewSeries(server.ctx, library.id)
  await waitUntil(async () => {
    await resetRateLimits()
    return (
      (await call('GET', `/metadata-runs?libraryId=${library.id}`)).data[0].state === 'completed'
    )
  })
  await matchNewSeries(server.ctx, library.id)
  const { data, total } = await call('GET', `/metadata-runs?libraryId=${library.id}`)
  expect([total, data[0].counts.applied]).toEqual([1, 1])
})
