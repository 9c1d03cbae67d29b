import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { externalIds } from '../../../src/catalog/metadata/schema'
import {
  releaseFeeds,
  releases as releaseTable,
  releaseSources,
} from '../../../src/ingest/releases/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import type { ExamplePlugin } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
let library: SeededLibrary
/** Releases of the service, keyed by external ID. */
const listed = new Map<string, object[]>()

beforeAll(async () => {
  plugins = await startPluginServer({
    respond: (request) => {
      const id = new URL(request.url).pathname.split('/').at(-1)!
      const found = listed.get(id)
      return found ? Response.json(found) : new Response('', { status: 404 })
    },
  })
  library = await seedLibrary(plugins.server, { type: 'manga' })
  await plugins.server.engine.start()
})
afterAll(() => plugins.close())

const registering = `
  queueMicrotask(() =>
    call('releases/register_sources', { sources: config.sources ? JSON.parse(config.sources) : [
      { sourceKey: 'main', displayName: 'Example releases', kind: 'api-feed', config: { path: '/series/' } },
    ] }).catch(() => 0))
`
const polling = `
  if (method === 'releases/poll') {
    const { sourceId, config: own } = params
    const { total } = await call('releases/count_tracked', {})
    let parsed = 0, recorded = 0, offset = 0
    while (offset !== undefined) {
      const { tracked, nextOffset } = await call('releases/list_tracked', { sourceId, limit: 2, offset })
      for (const series of tracked) {
        const response = await fetch(config.service + own.path + series.externalIds.example)
        if (!response.ok) continue
        for (const item of await response.json()) {
          parsed++
          const candidate = { seriesMatch: { codexSeriesId: series.seriesId, confidence: 1 }, ...item }
          const { deduped } = await call('releases/record', { sourceId, candidate }).catch(() => ({ deduped: true }))
          if (!deduped) recorded++
        }
      }
      offset = nextOffset
    }
    await call('releases/source_state/set', { sourceId, etag: 'total ' + total })
    return { parsed, recorded }
  }
`

const releasePlugin = (name: string, answers = polling): ExamplePlugin => ({
  name,
  manifest: {
    protocolVersion: '1.1',
    capabilities: { releaseSource: { kinds: ['api-feed'], requiresExternalIds: ['example'] } },
    configSchema: {
      fields: [
        { key: 'service', label: 'Service', type: 'string' },
        { key: 'sources', label: 'Sources', type: 'string' },
      ],
    },
  },
  answers,
  onInitialize: registering,
})

async function addTracked(externalId: string, home = library) {
  const series = await seedSeries(plugins.server, home, { title: `Series ${externalId}` })
  await plugins.server.ctx.write((tx) =>
    tx.insert(externalIds).values({ seriesId: series.id, source: 'plugin:example', externalId }),
  )
  await plugins.call('PATCH', `/series/${series.id}/tracking`, { tracked: true })
  return series
}

const listSources = async (pluginId: string) => {
  const { body } = await plugins.call('GET', '/release-sources')
  return body.sources.filter((one: { pluginId: string }) => one.pluginId === pluginId)
}

async function waitForSources(pluginId: string, count: number) {
  await waitUntil(async () => (await listSources(pluginId)).length === count)
  return listSources(pluginId)
}

async function poll(sourceId: string) {
  await plugins.call('POST', `/release-sources/${sourceId}/poll-now`)
  await waitUntil(async () => {
    const open = await plugins.server.ctx.db
      .select()
      .from(jobs)
      .where(eq(jobs.key, `poll-now:${sourceId}`))
    return open.every(({ state }) => state !== 'ready' && state !== 'running')
  })
  const { body } = await plugins.call('GET', '/release-sources')
  return body.sources.find((one: { id: string }) => one.id === sourceId)
}

const listReleases = async ({ id }: { id: string }) =>
  (await plugins.call('GET', `/series/${id}/releases`)).body.data

test('a plugin registers its sources, and announces what it finds', async () => {
  const pluginId = await plugins.install(releasePlugin('releases-example'))
  const [source] = await waitForSources(pluginId, 1)
  expect(source).toMatchObject({
    sourceKey: 'main',
    displayName: 'Example releases',
    kind: 'plugin',
    enabled: true,
    config: {},
  })
  const series = await addTracked('11')
  for (const id of ['12', '13', '14']) await addTracked(id)
  const release = {
    externalReleaseId: 'r1',
    chapters: [{ start: 5, end: 6 }],
    language: 'en',
    groupOrUploader: 'Group',
    payloadUrl: 'https://example.org/r1',
  }
  listed.set('11', [release])
  expect(await poll(source.id)).toMatchObject({
    lastError: null,
    lastSummaryMessage: { params: { items: 1, added: 1 } },
  })
  expect(await listReleases(series)).toMatchObject([
    {
      title: 'c.5-6',
      state: 'announced',
      sourceName: 'Example releases',
      groupOrUploader: 'Group',
    },
  ])
  expect(await poll(source.id)).toMatchObject({ lastSummaryMessage: { params: { added: 0 } } })
})

describe('a plugin', () => {
  test('is told only of series of its libraries, with ids that it needs', async () => {
    const pluginId = await plugins.install(releasePlugin('narrow'))
    const [source] = await waitForSources(pluginId, 1)
    const other = await seedLibrary(plugins.server, { type: 'manga' })
    const inside = await addTracked('21', other)
    const outside = await addTracked('22')
    await plugins.call('PATCH', `/admin/plugins/${pluginId}`, { libraryIds: [other.id] })
    const before = plugins.requests.length
    for (const id of ['21', '22']) {
      listed.set(id, [{ externalReleaseId: `r${id}`, chapter: 1 }])
    }
    await poll(source.id)
    expect(plugins.requests.slice(before)).toEqual(['GET /series/21'])
    expect(await listReleases(inside)).toHaveLength(1)
    expect(await listReleases(outside)).toEqual([])
  })

  test('cannot record for series outside of its libraries', async () => {
    const outside = await addTracked('31')
    const code = `if (method === 'releases/poll') return { candidates: [{ seriesMatch: { codexSeriesId: '${outside.id}', confidence: 1 }, externalReleaseId: 'x', chapter: 1 }] }`
    const pluginId = await plugins.install(releasePlugin('pushy', code))
    const [source] = await waitForSources(pluginId, 1)
    const other = await seedLibrary(plugins.server, { type: 'manga' })
    await plugins.call('PATCH', `/admin/plugins/${pluginId}`, { libraryIds: [other.id] })
    await poll(source.id)
    expect(await listReleases(outside)).toEqual([])
    await plugins.call('PATCH', `/admin/plugins/${pluginId}`, { libraryIds: [] })
    await poll(source.id)
    expect(await listReleases(outside)).toMatchObject([{ title: 'c.1' }])
  })

  test('cannot use the sources of others', async () => {
    const [foreign] = await waitForSources(
      (await plugins.call('GET', '/admin/plugins')).body.plugins.find(
        (one: { name: string }) => one.name === 'releases-example',
      ).id,
      1,
    )
    const code = `if (method === 'releases/poll') { await call('releases/list_tracked', { sourceId: '${foreign.id}' }); return {} }`
    const pluginId = await plugins.install(releasePlugin('thief', code))
    const [source] = await waitForSources(pluginId, 1)
    expect((await poll(source.id)).lastErrorMessage).toMatchObject({
      code: 'plugins.program_error',
    })
  })

  test('with low confidence announces nothing', async () => {
    const series = await addTracked('41')
    const code = `if (method === 'releases/poll') return { candidates: [{ seriesMatch: { codexSeriesId: '${series.id}', confidence: 0.4 }, externalReleaseId: 'x', chapter: 1 }] }`
    const pluginId = await plugins.install(releasePlugin('guessing', code))
    const [source] = await waitForSources(pluginId, 1)
    await poll(source.id)
    expect(await listReleases(series)).toEqual([])
  })

  test('that is off is not asked', async () => {
    const pluginId = await plugins.install(releasePlugin('resting', `process.exit(4)`))
    const [source] = await waitForSources(pluginId, 1)
    await plugins.call('POST', `/admin/plugins/${pluginId}/disable`)
    expect(await poll(source.id)).toMatchObject({ lastError: null })
  })

  test('that no longer has a source loses its releases, and that of others stays', async () => {
    const series = await addTracked('51')
    listed.set('51', [{ externalReleaseId: 'r51', volume: 2 }])
    const pluginId = await plugins.install(releasePlugin('changing'))
    const [source] = await waitForSources(pluginId, 1)
    await plugins.call('PATCH', `/release-sources/${source.id}`, { enabled: false })
    await poll(source.id)
    expect(await listReleases(series)).toMatchObject([{ title: 'v.2' }])

    const config = (sources: object[]) => ({
      service: `http://${plugins.host}`,
      sources: JSON.stringify(sources),
    })
    const both = [{ sourceKey: 'main', displayName: 'Renamed' }, { sourceKey: 'second' }]
    await plugins.call('PATCH', `/admin/plugins/${pluginId}`, { config: config(both) })
    await plugins.call('POST', `/admin/plugins/${pluginId}/enable`)
    const kept = await waitForSources(pluginId, 2)
    const main = kept.find((one: { sourceKey: string }) => one.sourceKey === 'main')
    expect(main).toMatchObject({ id: source.id, enabled: false })

    await plugins.call('PATCH', `/admin/plugins/${pluginId}`, { config: config([both[1]!]) })
    await plugins.call('POST', `/admin/plugins/${pluginId}/enable`)
    await waitForSources(pluginId, 1)
    expect(await listReleases(series)).toEqual([])
  })

  test('that is removed takes its sources with it', async () => {
    const pluginId = await plugins.install(releasePlugin('parting'))
    const [source] = await waitForSources(pluginId, 1)
    const deleted = await plugins.call('DELETE', `/release-sources/${source.id}`)
    expect([deleted.status, deleted.body.code]).toEqual([409, 'releases.source_of_plugin'])
    await plugins.call('DELETE', `/admin/plugins/${pluginId}`)
    expect(await listSources(pluginId)).toEqual([])
    const rows = await plugins.server.ctx.db
      .select()
      .from(releaseTable)
      .where(eq(releaseTable.sourceId, source.id))
    expect(rows).toEqual([])
  })

  test('that gives up a source while it is read fails nothing', async () => {
    const series = await addTracked('71')
    const code = `if (method === 'releases/poll') {
      await call('releases/register_sources', { sources: [{ sourceKey: 'other' }] })
      const release = { seriesMatch: { codexSeriesId: '${series.id}', confidence: 1 }, externalReleaseId: 'x', chapter: 1 }
      return { candidates: [release], etag: 'e' }
    }`
    const pluginId = await plugins.install(releasePlugin('fickle', code))
    const [source] = await waitForSources(pluginId, 1)
    await poll(source.id)
    const [after, ...more] = await listSources(pluginId)
    expect([after.sourceKey, more]).toEqual(['other', []])
    expect(await listReleases(series)).toEqual([])
    const rows = await plugins.server.ctx.db
      .select()
      .from(jobs)
      .where(eq(jobs.key, `poll-now:${source.id}`))
    expect(rows.filter(({ state }) => state === 'failed')).toEqual([])
  })

  test('that gives up a source leaves what others remember', async () => {
    const [source] = await waitForSources(await plugins.install(releasePlugin('lasting')), 1)
    await poll(source.id)
    const countKept = async () =>
      (await plugins.server.ctx.db.select().from(releaseFeeds)).filter(
        ({ sourceId }) => sourceId === source.id,
      ).length
    expect(await countKept()).toBe(1)
    const leaving = await plugins.install(releasePlugin('leaving'))
    await plugins.call('DELETE', `/admin/plugins/${leaving}`)
    expect(await countKept()).toBe(1)
  })

  test('takes no place of feeds', async () => {
    const now = new Date()
    const values = { kind: 'plugin' as const, config: {}, createdAt: now, updatedAt: now }
    const rows = Array.from({ length: 120 }, (_, at) => ({
      ...values,
      pluginId: 'many',
      sourceKey: `${at}`,
      displayName: `Source ${at}`,
      enabled: false,
    }))
    await plugins.server.ctx.write((tx) => tx.insert(releaseSources).values(rows))
    const created = await plugins.call('POST', '/release-sources', {
      displayName: 'Feed',
      address: 'https://example.org/feed',
    })
    expect(created.status).toBe(201)
    const { body } = await plugins.call('GET', '/release-sources')
    expect(body.sources.map(({ id }: { id: string }) => id)).toContain(created.body.id)
  })

  test('M1: nothing is remembered of an answer that means nothing', async () => {
    const answers = [
      null,
      [],
      'many',
      { candidates: 'many', etag: 'e' },
      { candidates: { 0: {} }, etag: 'e' },
      { candidates: [null, 7, {}], etag: 'e' },
    ]
    for (const [index, answer] of answers.entries()) {
      const code = `if (method === 'releases/poll') return ${JSON.stringify(answer)}`
      const pluginId = await plugins.install(releasePlugin(`meaningless-${index}`, code))
      const [source] = await waitForSources(pluginId, 1)
      const { lastErrorMessage } = await poll(source.id)
      const kept = (await plugins.server.ctx.db.select().from(releaseFeeds)).filter(
        ({ sourceId }) => sourceId === source.id,
      )
      expect([answer, lastErrorMessage?.code, kept]).toEqual([
        answer,
        'plugins.invalid_response',
        [],
      ])
    }
  })

  test('M1: null is an answer after releases were recorded through calls, and only then', async () => {
    const series = await addTracked('62')
    const match = { codexSeriesId: series.id, confidence: 1 }
    const candidate = { seriesMatch: match, externalReleaseId: 'n1', chapters: [{ start: 3 }] }
    const code = `if (method === 'releases/poll') {
      for (let turn = 0; turn < (globalThis.turns ??= 3); turn++)
        await call('releases/record', { sourceId: params.sourceId, candidate: ${JSON.stringify(candidate)} })
      globalThis.turns = 0
      return null
    }`
    const pluginId = await plugins.install(releasePlugin('records-only', code))
    const [source] = await waitForSources(pluginId, 1)
    const first = await poll(source.id)
    expect(first).toMatchObject({ lastError: null, lastSummary: '3 entries read, 1 new release' })
    expect(await listReleases(series)).toHaveLength(1)
    const { lastErrorMessage } = await poll(source.id)
    expect(lastErrorMessage?.code).toBe('plugins.invalid_response')
  })

  test('sends rubbish that is left out', async () => {
    const series = await addTracked('61')
    const match = { codexSeriesId: series.id, confidence: 5 }
    const candidates = [
      null,
      { externalReleaseId: 'a' },
      { seriesMatch: { codexSeriesId: 'no id' }, externalReleaseId: 'b' },
      { seriesMatch: match },
      {
        seriesMatch: match,
        externalReleaseId: 'c',
        title: 'Line\nbreak',
        chapters: [{ start: 9, end: 3 }, { start: -1 }, { start: 7 }, 'x'],
        volumes: 'many',
        language: 'not a language',
        payloadUrl: 'javascript:alert(1)',
        infoHash: '../../x',
        releasedAt: 'yesterday',
      },
    ]
    const code = `if (method === 'releases/poll') return { parsed: -3, recorded: 'x', candidates: ${JSON.stringify(candidates)} }`
    const pluginId = await plugins.install(releasePlugin('untidy', code))
    const [source] = await waitForSources(pluginId, 1)
    await poll(source.id)
    expect(await listReleases(series)).toMatchObject([
      {
        title: 'Line break',
        chapters: [{ start: 7, end: 7 }],
        volumes: [],
        language: null,
        payloadUrl: '',
        infoHash: null,
        releasedAt: null,
        confidence: 1,
      },
    ])
  })
})
