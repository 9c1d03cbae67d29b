import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { makeZip } from '../../support/make/zip'
import { type ExamplePlugin, examplePlugin, packTar } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

interface PublishedPackage {
  archive: Uint8Array
  integrity?: string
  /** Address of the archive. The default is an address of this registry. */
  tarball?: string
}

const published = new Map<string, PublishedPackage>()
let registry: ReturnType<typeof Bun.serve>
let plugins: PluginServer

const computeIntegrity = (bytes: Uint8Array) =>
  `sha512-${new Bun.CryptoHasher('sha512').update(bytes).digest('base64')}`

function answerRegistry(request: Request): Response {
  const { pathname } = new URL(request.url)
  const [, name = '', file] =
    decodeURIComponent(pathname).match(/^\/((?:@[^/]+\/)?[^/]+)\/(.+)$/) ?? []
  const found = published.get(name)
  if (!found) return new Response('not found', { status: 404 })
  const { archive, integrity = computeIntegrity(archive) } = found
  if (file === 'archive.tgz') return new Response(archive as Uint8Array<ArrayBuffer>)
  const tarball = found.tarball ?? `http://127.0.0.1:${registry.port}/${name}/archive.tgz`
  return Response.json({ name, dist: { tarball, integrity } })
}

beforeAll(async () => {
  registry = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answerRegistry })
  plugins = await startPluginServer({
    settings: { 'plugins.registry': `http://127.0.0.1:${registry.port}` },
  })
})
afterAll(async () => {
  await plugins.close()
  await registry.stop(true)
})

const pack = async (plugin: ExamplePlugin) => packTar(examplePlugin(plugin))
const listFolders = () => {
  const folder = join(plugins.server.ctx.config.data_dir, 'plugins')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

describe('an archive', () => {
  const small = { name: 'x', version: '1.0.0' }
  const index = { 'package/package.json': JSON.stringify(small), 'package/index.js': '' }
  test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['that is none', () => Buffer.from('hello'), 'plugins.archive_unreadable'],
    ['that is empty', () => new Uint8Array(), 'plugins.archive_unreadable'],
    [
      'that is cut off',
      async () => (await pack({})).subarray(0, 300),
      'plugins.archive_unreadable',
    ],
    [
      'without package.json',
      () => packTar({ 'package/index.js': '' }),
      'plugins.archive_unreadable',
    ],
    [
      'with a package.json that is none',
      () => packTar({ ...index, 'package/package.json': '[' }),
      'plugins.archive_unreadable',
    ],
    [
      'without a version',
      () => packTar({ ...index, 'package/package.json': '{"name":"x"}' }),
      'plugins.archive_unreadable',
    ],
    [
      'with files outside of it',
      () => packTar({ ...index, 'package/../../evil.js': 'x' }),
      'plugins.archive_unreadable',
    ],
    [
      'with several folders',
      () => packTar({ 'a/package.json': JSON.stringify(small), 'b/index.js': '' }),
      'plugins.archive_unreadable',
    ],
    [
      'without a program',
      () => packTar({ 'package/package.json': JSON.stringify({ ...small, main: 'run.py' }) }),
      'plugins.no_program',
    ],
    [
      'that unpacks to more than may be stored',
      () => gzipSync(Buffer.alloc(80 * 1024 * 1024)),
      'plugins.archive_too_large',
    ],
    [
      'with too many files',
      () =>
        packTar({
          ...index,
          ...Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`package/${at}`, ''])),
        }),
      'plugins.archive_too_large',
    ],
  ])('%s is refused', async (_, make, code) => {
    const { status, body } = await plugins.upload(await make())
    expect([status, body.code]).toEqual([400, code])
    expect(listFolders()).not.toContainEqual(expect.stringContaining('.incoming'))
  })

  test('may be a ZIP file without a folder around it', async () => {
    const files = examplePlugin({ name: 'zipped' })
    const entries = Object.entries(files).map(([path, text]) => ({
      name: path.replace('package/', ''),
      data: Buffer.from(text),
    }))
    const { status, body } = await plugins.upload(makeZip(entries))
    expect([status, body.plugin?.name]).toEqual([201, 'zipped'])
  })
})

describe('a program', () => {
  test.each<[string, ExamplePlugin, string]>([
    ['that ends at once', { source: 'process.exit(1)' }, 'plugins.ended'],
    ['with a mistake', { source: 'this is no program' }, 'plugins.ended'],
    ['that needs other packages', { source: "import 'left-pad'" }, 'plugins.ended'],
    ['of a later protocol', { manifest: { protocolVersion: '9.0' } }, 'plugins.invalid_response'],
    [
      'that reports an error',
      {
        source: examplePlugin()['package/dist/index.js']!.replace(
          'return manifest',
          "fail(-32005, 'no key')",
        ),
      },
      'plugins.program_error',
    ],
  ])('%s is refused with a reason', async (_, plugin, code) => {
    const { status, body } = await plugins.upload(await pack({ name: 'refused', ...plugin }))
    expect([status, body.code]).toEqual([400, code])
    expect(listFolders()).not.toContain('refused')
  })

  test('reaches no host while it is installed', async () => {
    const answers = `await fetch('http://${plugins.host}/search').then(() => process.exit(9), () => 0)`
    const source = examplePlugin()['package/dist/index.js']!.replace(
      "if (method === 'initialize') {",
      `if (method === 'initialize') { ${answers}`,
    )
    const before = plugins.requests.length
    const { status } = await plugins.upload(await pack({ name: 'caller', source }))
    expect([status, plugins.requests.length]).toEqual([201, before])
  })
})

describe('a name', () => {
  test.each([
    ['anilist', 'plugins.name_taken'],
    ['quire', 'plugins.name_taken'],
    ['Not A Name', 'plugins.name_invalid'],
    ['../evil', 'plugins.name_invalid'],
    ['.runtime', 'plugins.name_invalid'],
  ])('%s is refused', async (name, code) => {
    const { status, body } = await plugins.upload(await pack({}), { name })
    expect([status, body.details?.[0]?.code]).toEqual([400, code])
  })

  test('is that of the manifest, or the chosen one', async () => {
    const scoped = await plugins.upload(await pack({ name: '@someone/Scoped Example' }))
    expect(scoped.body.plugin.name).toBe('scoped-example')
    const chosen = await plugins.upload(await pack({ name: 'anilist' }), { name: 'my-anilist' })
    expect(chosen.body.plugin.name).toBe('my-anilist')
  })
})

describe('an update', () => {
  test('keeps the settings, and can be taken back', async () => {
    const id = await plugins.install({ name: 'updated' })
    const { status, body } = await plugins.upload(await pack({ name: 'updated', version: '2.0.0' }))
    expect(status).toBe(201)
    expect(body.plugin).toMatchObject({
      id,
      version: '2.0.0',
      previousVersion: '1.0.0',
      enabled: true,
      hosts: [plugins.host],
      config: { service: `http://${plugins.host}` },
    })
    const restored = await plugins.call('POST', `/admin/plugins/${id}/restore`)
    expect(restored.body.plugin).toMatchObject({ version: '1.0.0', previousVersion: '2.0.0' })
  })

  test('that does not start changes nothing', async () => {
    const id = await plugins.install({ name: 'steady' })
    const broken = await plugins.upload(
      await pack({ name: 'steady', version: '2.0.0', source: 'process.exit(1)' }),
      { name: 'steady' },
    )
    expect(broken.status).toBe(400)
    const { body } = await plugins.call('GET', `/admin/plugins/${id}`)
    expect(body).toMatchObject({ version: '1.0.0', enabled: true, previousVersion: null })
  })

  test('leaves the files of two versions', async () => {
    const id = await plugins.install({ name: 'tidy' })
    for (const version of ['2.0.0', '3.0.0', '4.0.0']) {
      await plugins.upload(await pack({ name: 'tidy', version }))
    }
    const folder = join(plugins.server.ctx.config.data_dir, 'plugins', 'tidy', 'versions')
    expect(readdirSync(folder)).toHaveLength(2)
    const restored = await plugins.call('POST', `/admin/plugins/${id}/restore`)
    expect(restored.body.plugin.version).toBe('3.0.0')
  })

  test('whose earlier version no longer starts is kept', async () => {
    const once = `
      const { existsSync, writeFileSync } = await import('node:fs')
      if (existsSync('started')) process.exit(1)
      writeFileSync('started', '')
    `
    const source = once + examplePlugin({ name: 'fading' })['package/dist/index.js']!
    const first = await plugins.upload(await pack({ name: 'fading', source: source }))
    expect(first.status).toBe(201)
    const { id } = first.body.plugin
    await plugins.call('POST', `/admin/plugins/${id}/test`)
    await plugins.upload(await pack({ name: 'fading', version: '2.0.0' }))
    const restored = await plugins.call('POST', `/admin/plugins/${id}/restore`)
    expect([restored.status, restored.body.code]).toEqual([409, 'plugins.ended'])
    const { body } = await plugins.call('GET', `/admin/plugins/${id}`)
    expect(body).toMatchObject({ version: '2.0.0', previousVersion: '1.0.0' })
  })

  test('to go back to is missing after the first installation', async () => {
    const { body } = await plugins.upload(await pack({ name: 'young' }))
    const restored = await plugins.call('POST', `/admin/plugins/${body.plugin.id}/restore`)
    expect([restored.status, restored.body.code]).toEqual([409, 'plugins.no_previous'])
  })
})

describe('a package of the registry', () => {
  const install = (args: string[], command = 'npx') =>
    plugins.call('POST', '/admin/plugins', {
      command,
      args,
      name: 'from-registry',
      displayName: 'Mine',
      allowUnconfined: true,
    })

  test('is installed by its name', async () => {
    published.set('@someone/example', { archive: await pack({}) })
    const { status, body } = await install(['-y', '@someone/example@1.0.0'])
    expect(status).toBe(201)
    expect(body.plugin).toMatchObject({
      name: 'from-registry',
      displayName: 'Mine',
      packageName: '@someone/example@1.0.0',
      enabled: false,
    })
  })

  test('must be what the registry describes', async () => {
    const archive = await pack({ name: 'other' })
    published.set('forged', { archive, integrity: computeIntegrity(Buffer.from('x')) })
    const { status, body } = await install(['forged'])
    expect([status, body.code]).toEqual([503, 'plugins.integrity'])
  })

  test('must be on the server of the registry', async () => {
    published.set('elsewhere', { archive: await pack({}), tarball: `http://${plugins.host}/x.tgz` })
    const before = plugins.requests.length
    const { status, body } = await install(['elsewhere'])
    expect([status, body.code]).toEqual([503, 'plugins.registry_failed'])
    expect(plugins.requests.length).toBe(before)
  })

  test('that does not exist is refused with a reason', async () => {
    const { status, body } = await install(['missing'])
    expect([status, body.params]).toEqual([503, { package: 'missing', reason: 'not found' }])
  })

  test.each([
    ['python', ['-m', 'plugin']],
    ['/bin/sh', ['-c', 'id']],
    ['npx', []],
    ['npx', ['../../evil']],
    ['npx', ['https://example.org/evil.tgz']],
    ['node', ['/opt/plugin.js']],
  ])('%s %p is no way to run something else', async (command, args) => {
    const { status, body } = await install(args, command)
    expect([status, body.code]).toEqual([403, 'plugins.unknown_command'])
  })
})

describe('who may install', () => {
  test.each(['ann', 'max'])('%s may not', async (as) => {
    const { status } = await plugins.upload(await pack({}), {}, as)
    expect(status).toBe(403)
    expect((await plugins.call('GET', '/admin/plugins', undefined, as)).status).toBe(403)
  })

  test('nobody, by an API key', async () => {
    const made = await plugins.call('POST', '/api-keys', {
      name: 'tool',
      permissions: ['plugins:manage'],
    })
    const { status, body } = await plugins.upload(await pack({}), {}, made.body.key)
    expect([status, body.code]).toEqual([403, 'plugins.key_cannot_manage'])
  })

  test('nobody, where plugins are switched off', async () => {
    const off = await startPluginServer({ settings: { 'plugins.enabled': 'false' } })
    const { status, body } = await off.upload(await pack({}))
    expect([status, body.code]).toEqual([409, 'plugins.disabled_by_settings'])
    await off.close()
  })
})
