import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
    expect(body).toMatchObject({ summary: 'Guts, a former mercenary.', year: 1989 })
  })
})
