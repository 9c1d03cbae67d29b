import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { makeZip } from '../../support/make/zip'
import { examplePlugin, packTar } from './example-plugin'
import { type PluginServer, startPluginServer } from './plugin-server'

let plugins: PluginServer
beforeAll(async () => {
  plugins = await startPluginServer()
})
afterAll(() => plugins.close())

const zip = (files: Record<string, string>) =>
  makeZip(Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) })))

/** Makes a header of a sparse file that consists only of holes, as written by GNU tar. */
function makeSparseHeader(name: string, realSize: number): Buffer {
  const header = Buffer.alloc(512)
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 12), 124)
  header.write('S', 156)
  header.write('ustar  \0', 257)
  header.write(octal(realSize, 12), 386)
  header.write(octal(realSize, 12), 483)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

describe('an archive', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    [
      'with a file that is also a folder',
      () => zip({ ...examplePlugin(), 'package/dist/index.js/more': 'x' }),
    ],
    [
      'with names that no file system takes',
      () => packTar({ ...examplePlugin(), [`package/${'ü'.repeat(200)}`]: 'x' }),
    ],
    ['that is compressed twice', async () => gzipSync(await packTar(examplePlugin()))],
  ])('%s is refused', async (_, make) => {
    const { status, body } = await plugins.upload(await make())
    expect([status, body.code]).toEqual([400, 'plugins.archive_unreadable'])
  })

  test('does not grow by holes in its files', async () => {
    const packed = gunzipSync(await packTar(examplePlugin({ name: 'sparse' })))
    const hole = makeSparseHeader('package/hole', 2 ** 32)
    const { status } = await plugins.upload(gzipSync(Buffer.concat([hole, packed])))
    expect(status).toBe(201)
  })

  test('may contain empty files', async () => {
    const files = { ...examplePlugin({ name: 'empty' }), 'package/empty': '' }
    expect((await plugins.upload(await packTar(files))).status).toBe(201)
  })
})

test('a manifest with NUL is kept without it', async () => {
  const manifest = {
    description: 'a\0b',
    configSchema: { fields: [{ key: 'a', type: 'string', default: 'x\0y' }] },
  }
  const { status, body } = await plugins.upload(
    await packTar(examplePlugin({ name: 'nul', manifest })),
  )
  expect(status).toBe(201)
  expect(body.plugin.description).toBe('ab')
  expect(body.plugin.manifest.configSchema.fields[0].default).toBe('xy')
})

const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Declared without being started: what the package says about itself is only read. */
test.each<{ name: string; manifest: string }>([
  { name: 'nested deeply', manifest: nest(100_000) },
  { name: 'with a nested member', manifest: `{"configSchema":${nest(50_000)}}` },
  { name: 'that is a list', manifest: `[${'[],'.repeat(100_000)}[]]` },
  { name: 'that is a number', manifest: '1e999' },
  { name: 'with a prototype', manifest: '{"__proto__":{"isAdmin":true},"name":"__proto__"}' },
  { name: 'that is XML', manifest: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;' },
  { name: 'that is not UTF-8', manifest: '\ud800' },
])('S8: a manifest $name harms nothing', async ({ name, manifest }) => {
  const own = `odd-${name.replaceAll(' ', '-').toLowerCase()}`
  const files = { ...examplePlugin({ name: own }), 'package/manifest.json': manifest }
  const { status, body } = await plugins.upload(await packTar(files))
  // The plugin is then started to introduce itself.
  expect([status, body.plugin?.name]).toEqual([201, own])
  expect(JSON.stringify(body)).not.toContain('root:')
  expect({} as object).not.toHaveProperty('isAdmin')
})

test('S8: a manifest that says too much is cut or refused', async () => {
  const text = 'x'.repeat(1_000_000)
  const field = { key: 'a', type: 'string', label: text, default: text }
  const manifest = {
    name: 'long',
    displayName: text,
    version: '1.0.0',
    description: text,
    configSchema: { fields: Array.from({ length: 5 }, () => field) },
    capabilities: { metadataProvider: ['series'] },
  }
  const files = {
    ...examplePlugin({ name: 'long' }),
    'package/manifest.json': JSON.stringify(manifest),
  }
  const { status, body } = await plugins.upload(await packTar(files))
  expect([201, 400]).toContain(status)
  expect(JSON.stringify(body).length).toBeLessThan(300_000)
})
