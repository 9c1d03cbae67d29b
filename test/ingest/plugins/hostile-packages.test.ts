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
