import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NativeFiles } from '../../../src/media/image/sharp/native-files'
import { unpackNativeFiles } from '../../../src/media/image/sharp/native-folder'

let folder: string
let directory: string
let native: NativeFiles

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'native-'))
  directory = join(folder, 'native')
  native = {
    platform: 'test-x64',
    version: 'two',
    files: [embed('sharp-test-x64/lib/a.node', 'addon'), embed('vips-test-x64/lib/b.so', 'vips')],
  }
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('unpacks every file in the layout that the addon expects', () => {
  const addon = unpackNativeFiles(directory, native)
  expect(addon).toBe(join(directory, 'sharp-test-x64-two', 'sharp-test-x64', 'lib', 'a.node'))
  expect(readFileSync(addon, 'utf8')).toBe('addon')
  expect(readFileSync(join(addon, '../../../vips-test-x64/lib/b.so'), 'utf8')).toBe('vips')
})

test('keeps intact files', () => {
  const before = statSync(unpackNativeFiles(directory, native))
  expect(statSync(unpackNativeFiles(directory, native)).ino).toBe(before.ino)
})

test.each([
  ['shorter', (path: string) => writeFileSync(path, 'add')],
  ['changed but of equal length', (path: string) => writeFileSync(path, 'ADDON')],
  ['missing', (path: string) => rmSync(path)],
  ['writable by others', (path: string) => chmodSync(path, 0o777)],
])('replaces a file that is %s', (_, damage) => {
  const addon = unpackNativeFiles(directory, native)
  damage(addon)
  expect(readFileSync(unpackNativeFiles(directory, native), 'utf8')).toBe('addon')
  expect(statSync(addon).mode & 0o777).toBe(0o700)
  expect(readdirSync(directory)).toEqual(['sharp-test-x64-two'])
})

test('restores permissions that were widened', () => {
  unpackNativeFiles(directory, native)
  chmodSync(directory, 0o777)
  unpackNativeFiles(directory, native)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})

test('removes older versions and old temporary files, but nothing of other platforms', () => {
  const names = ['sharp-test-x64-one', 'sharp-test-arm64-one', '.tmp-1-old', '.tmp-2-new']
  for (const name of names) mkdirSync(join(directory, name), { recursive: true })
  utimesSync(join(directory, '.tmp-1-old'), 0, 0)
  unpackNativeFiles(directory, native)
  const left = ['.tmp-2-new', 'sharp-test-arm64-one', 'sharp-test-x64-two']
  expect(readdirSync(directory).toSorted()).toEqual(left)
})

test('rejects bytes that differ from those of the build', () => {
  writeFileSync(join(folder, 'addon'), Bun.zstdCompressSync('other'))
  expect(() => unpackNativeFiles(directory, native)).toThrow('damaged')
  expect(existsSync(join(directory, 'sharp-test-x64-two'))).toBe(false)
})

function embed(path: string, text: string) {
  const embedded = join(folder, text)
  writeFileSync(embedded, Bun.zstdCompressSync(text))
  const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  return { path, size: text.length, sha256, embedded }
}
