import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { libraries } from '../../../src/catalog/libraries/schema'
import { waitUntil } from '../../support/wait-until'
import { examplePlugin, packTar } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
beforeAll(async () => {
  plugins = await startPluginServer()
})
afterAll(() => plugins.close())

const packExample = async (...given: Parameters<typeof examplePlugin>) =>
  packTar(examplePlugin(...given))

describe('installing', () => {
  test('an archive introduces itself, and is off', async () => {
    const { status, body } = await plugins.upload(await packExample({ name: 'first' }))
    expect(status).toBe(201)
    expect(body.plugin).toMatchObject({
      name: 'first',
      displayName: 'Example',
      version: '1.0.0',
      pluginType: 'system',
      enabled: false,
      healthStatus: 'disabled',
      permissions: ['metadata:write:*'],
      hosts: [],
      hasCredentials: false,
      manifest: {
        capabilities: { metadataProvider: ['series'], releaseSource: false },
        searchUriTemplate: 'https://example.org/search?q={title}',
      },
    })
    const listed = await plugins.call('GET', '/admin/plugins')
    const names = listed.body.plugins.map((one: { name: string }) => one.name)
    expect(names).toContain('first')
    expect(names).toContain('anilist')
  })
})

test.each(['failures', 'log'])('a built-in provider has no %s, as documented', async (what) => {
  const { body } = await plugins.call('GET', '/admin/plugins')
  const builtIn = body.plugins.find((one: { name: string }) => one.name === 'anilist')
  // The test server fails on responses that the API document does not list.
  const { status } = await plugins.call('GET', `/admin/plugins/${builtIn.id}/${what}`)
  expect(status).toBe(409)
})

describe('a plugin as a metadata provider', () => {
  test('its works are found, shown and applied', async () => {
    const id = await plugins.install({ name: 'finder' })
    const { series, library } = await plugins.addSeries('Berserk')
    const used = await plugins.call('GET', `/libraries/${library.id}/providers`)
    expect(
      used.body.providers.find((one: { pluginId: string }) => one.pluginId === id),
    ).toMatchObject({ name: 'finder', isUsed: true })

    const found = await plugins.call('POST', `/series/${series.id}/metadata/search`, {
      pluginId: id,
    })
    expect(found.body.problems).toEqual([])
    expect(found.body.candidates[0]).toMatchObject({
      pluginId: id,
      externalId: 'berserk',
      title: 'Berserk',
      year: 1989,
      authors: ['Kentaro Miura'],
    })
    const applied = await plugins.call('POST', `/series/${series.id}/metadata/apply`, {
      pluginId: id,
      externalId: 'berserk',
    })
    expect(applied.body.success).toBe(true)
    const { body } = await plugins.call('GET', `/series/${series.id}/metadata`)
    const ids = await plugins.call('GET', `/series/${series.id}/external-ids`)
    expect(ids.body.externalIds.map((one: { source: string }) => one.source).toSorted()).toEqual([
      'plugin:anilist',
      'plugin:finder',
    ])
    expect(body).toMatchObject({ summary: 'Guts, a former mercenary.', year: 1989 })
  })

  const search = async (seriesId: string, pluginId?: string) =>
    (await plugins.call('POST', `/series/${seriesId}/metadata/search`, { pluginId })).body
  const listUsed = async (libraryId: string) => {
    const { body } = await plugins.call('GET', `/libraries/${libraryId}/providers`)
    return body.providers
      .filter((one: { isUsed: boolean }) => one.isUsed)
      .map((one: { name: string }) => one.name)
  }

  test('is used only in its libraries', async () => {
    const id = await plugins.install({ name: 'local' })
    const [inside, outside] = [await plugins.addSeries('A'), await plugins.addSeries('B')]
    await plugins.call('PATCH', `/admin/plugins/${id}`, { libraryIds: [inside.library.id] })
    expect(await listUsed(inside.library.id)).toContain('local')
    expect(await listUsed(outside.library.id)).not.toContain('local')
    await plugins.server.ctx.write((tx) =>
      tx.delete(libraries).where(eq(libraries.id, inside.library.id)),
    )
    // Deleting the last of its libraries does not enable the plugin for all libraries.
    expect(await listUsed(outside.library.id)).not.toContain('local')
    const { body } = await plugins.call('GET', `/admin/plugins/${id}`)
    expect([body.libraryIds, body.allLibraries]).toEqual([[], false])
  })

  test('has the place that a library gives it, until it is removed', async () => {
    const id = await plugins.install({ name: 'ordered' })
    const { library, series } = await plugins.addSeries('Berserk')
    const { body } = await plugins.call('GET', `/libraries/${library.id}/providers`)
    const anilist = body.providers.find((one: { name: string }) => one.name === 'anilist')
    await plugins.call('PUT', `/libraries/${library.id}/providers`, {
      pluginIds: [id, anilist.pluginId],
    })
    expect(await listUsed(library.id)).toEqual(['ordered', 'anilist'])
    await plugins.call('POST', `/series/${series.id}/metadata/apply`, {
      pluginId: id,
      externalId: 'berserk',
    })
    await plugins.call('DELETE', `/admin/plugins/${id}`)
    expect(await listUsed(library.id)).toEqual(['anilist'])
    const after = await plugins.call('GET', `/series/${series.id}/metadata`)
    expect(after.body.summary).toBe('Guts, a former mercenary.')
    const gone = await plugins.call('POST', `/series/${series.id}/metadata/search`, {
      pluginId: id,
    })
    expect([gone.status, gone.body.code]).toEqual([404, 'metadata_matching.provider_not_found'])
  })

  test('without any allowed host says what it needs', async () => {
    const id = await plugins.install({
      name: 'quiet',
      answers: `if (method === 'metadata/series/search') {
        await fetch(config.service).catch(() => 0)
        return { results: [] }
      }`,
    })
    const { series } = await plugins.addSeries('Berserk')
    expect((await search(series.id, id)).problems).toEqual([])
    await plugins.call('PATCH', `/admin/plugins/${id}`, { hosts: [] })
    expect((await search(series.id, id)).problems).toMatchObject([
      { problem: { code: 'plugins.host_needed', params: { host: plugins.host } } },
    ])
  })

  test('does not match where it failed, and says why', async () => {
    const id = await plugins.install({
      name: 'failing',
      answers: `if (method === 'metadata/series/search') fail(-32003, 'bad key')`,
    })
    const { series } = await plugins.addSeries('Berserk')
    expect((await search(series.id, id)).problems).toMatchObject([
      { pluginId: id, provider: 'failing', problem: { code: 'plugins.unauthorized' } },
    ])
  })

  test('matches a whole library', async () => {
    const id = await plugins.install({ name: 'thorough' })
    const { library, series } = await plugins.addSeries('Berserk')
    await plugins.server.engine.start()
    const { body } = await plugins.call(
      'POST',
      `/libraries/${library.id}/metadata/auto-match/task`,
      {
        pluginId: id,
      },
    )
    await waitUntil(
      async () =>
        (await plugins.call('GET', `/metadata-runs/${body.runId}`)).body.state === 'completed',
    )
    const items = await plugins.call('GET', `/metadata-runs/${body.runId}/items`)
    expect(items.body.data).toMatchObject([
      { seriesId: series.id, state: 'applied', externalId: 'berserk' },
    ])
  })
})

describe('metrics of plugins', () => {
  test('count requests by method and outcome, for those who may read metrics', async () => {
    const id = await plugins.install({ name: 'counted' })
    const read = async () => {
      const { status, body } = await plugins.call('GET', '/metrics/plugins')
      expect(status).toBe(200)
      return body
    }
    const findRow = async () =>
      (await read()).plugins.find(({ pluginId }: { pluginId: string }) => pluginId === id)
    expect(await findRow()).toMatchObject({ pluginName: 'Example', failureCounts: null })
    const before = (await findRow()).requestsTotal
    const action = (params: object, name: string) => ({
      action: { metadata: { action: name, contentType: 'series', params } },
    })
    await plugins.call('POST', `/plugins/${id}/execute`, action({ title: 'Berserk' }, 'search'))
    await plugins.call('POST', `/plugins/${id}/execute`, action({ externalId: 'none' }, 'get'))
    const row = await findRow()
    expect(row.requestsTotal).toBe(before + 2)
    expect(row.requestsSuccess + row.requestsFailed + row.rateLimitRejections).toBe(
      row.requestsTotal,
    )
    expect(row.byMethod['metadata/series/search']).toMatchObject({
      requestsTotal: 1,
      requestsSuccess: 1,
    })
    const { summary, plugins: rows } = await read()
    expect(summary.totalPlugins).toBe(rows.length)
    expect(summary.totalRequests).toBeGreaterThanOrEqual(2)
    expect((await plugins.call('GET', '/metrics/plugins', undefined, 'max')).status).toBe(403)
  })
})
