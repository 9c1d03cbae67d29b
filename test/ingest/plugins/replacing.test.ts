import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type ExamplePlugin, examplePlugin, packTar } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
beforeAll(async () => {
  plugins = await startPluginServer()
})
afterAll(() => plugins.close())

const pack = async (plugin: ExamplePlugin) => packTar(examplePlugin(plugin))
const getPlugin = async (id: string) => (await plugins.call('GET', `/admin/plugins/${id}`)).body
const getFolder = (...parts: string[]) =>
  join(plugins.server.ctx.config.data_dir, 'plugins', ...parts)

describe('installations at the same time', () => {
  test('of several versions leave one that works, and the one before it', async () => {
    const archives = await Promise.all(
      ['1.0.0', '2.0.0', '3.0.0'].map((version) => pack({ name: 'contested', version })),
    )
    const all = await Promise.all(archives.map((archive) => plugins.upload(archive)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
    const { id } = all[0]!.body.plugin
    expect(readdirSync(getFolder('contested', 'versions'))).toHaveLength(2)
    const tried = await plugins.call('POST', `/admin/plugins/${id}/test`)
    expect(tried.body.success).toBe(true)
    expect((await plugins.call('POST', `/admin/plugins/${id}/restore`)).status).toBe(200)
  })

  test('of the same archive succeed', async () => {
    const archive = await pack({ name: 'doubled' })
    const all = await Promise.all([1, 2, 3].map(() => plugins.upload(archive)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
  })
})

describe('another package of the same name', () => {
  const takeOver = (form: Record<string, string> = {}) =>
    pack({ name: '@stranger/famous', version: '2.0.0' }).then((one) => plugins.upload(one, form))

  test('does not get the credentials and hosts of a plugin', async () => {
    const id = await plugins.install({ name: '@known/famous' })
    await plugins.call('PATCH', `/admin/plugins/${id}`, { credentials: { apiKey: 'secret' } })
    const { status, body } = await takeOver()
    expect([status, body.details?.[0]?.code]).toEqual([400, 'plugins.name_taken'])
    expect(await getPlugin(id)).toMatchObject({ version: '1.0.0', enabled: true })
    expect((await takeOver({ name: 'stranger' })).status).toBe(201)
  })

  test('replaces it if an administrator names it', async () => {
    expect((await takeOver({ name: 'famous' })).body).toMatchObject({ code: 'plugins.updated' })
  })
})

test('a version before that does not start is not restored', async () => {
  const id = await plugins.install({
    name: 'picky',
    onInitialize: `if (config.service === 'new') process.exit(1)`,
  })
  await plugins.upload(await pack({ name: 'picky', version: '2.0.0' }))
  await plugins.call('PATCH', `/admin/plugins/${id}`, { config: { service: 'new' } })
  const { status, body } = await plugins.call('POST', `/admin/plugins/${id}/restore`)
  expect([status, body.code]).toEqual([409, 'plugins.ended'])
  expect((await getPlugin(id)).version).toBe('2.0.0')
})

test('what an installation left that did not end is deleted by a later one', async () => {
  const [old, recent] = [getFolder('.incoming-old'), getFolder('.incoming-recent')]
  for (const folder of [old, recent]) mkdirSync(join(folder, 'versions'), { recursive: true })
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(old, hoursAgo, hoursAgo)
  await plugins.upload(await pack({ name: 'later' }))
  expect([old, recent].map((folder) => existsSync(folder))).toEqual([false, true])
})

test('administrators who change different things at once lose nothing', async () => {
  const id = await plugins.install({ name: 'shared' })
  const keys = ['a', 'b', 'c']
  await Promise.all(
    keys.map((key) =>
      plugins.call('PATCH', `/admin/plugins/${id}`, { credentials: { [key]: 'value' } }),
    ),
  )
  expect((await getPlugin(id)).credentialKeys.toSorted()).toEqual(keys)
})
