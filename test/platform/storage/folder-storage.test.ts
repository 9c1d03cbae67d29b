import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderStorage } from '../../../src/platform/storage/folder-storage'
import { put } from '../../../src/platform/storage/storage'
import { describeStorage } from '../../support/storage-contract'

let folder: string
let storage: FolderStorage

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-storage-'))
  storage = new FolderStorage(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeStorage('a folder', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'quire-storage-'))
  return {
    storage: new FolderStorage(join(parent, 'data')),
    close: async () => rmSync(parent, { recursive: true, force: true }),
  }
})

test('leaves no temporary files', async () => {
  await put(storage, 'uploads/covers/a.jpg', new Blob(['x']))
  const fail = storage.store('uploads/covers', async (path) => {
    await Bun.write(path, 'half')
    throw new Error('failed')
  })
  await expect(fail).rejects.toThrow('failed')
  expect(readdirSync(join(folder, 'uploads', 'covers'))).toEqual(['a.jpg'])
})

test.skipIf(process.platform === 'win32')('keeps what users read private', async () => {
  const readMode = (path: string) => statSync(join(folder, path)).mode & 0o777
  for (const name of ['exports', 'imports', 'archives']) {
    await put(storage, `${name}/a.bin`, new Blob(['x']))
    expect(readMode(name)).toBe(0o700)
    expect(readMode(`${name}/a.bin`)).toBe(0o600)
  }
})

test('tells when files were added to a folder', async () => {
  expect(await storage.findFolderVersion('thumbnails/b0')).toBeUndefined()
  await put(storage, 'thumbnails/b0/a.webp', new Blob(['x']))
  expect(await storage.findFolderVersion('thumbnails/b0')).toBe(
    statSync(join(folder, 'thumbnails', 'b0')).mtimeMs,
  )
  expect(existsSync(join(folder, 'thumbnails', 'b0', 'a.webp'))).toBe(true)
})

test.skipIf(process.platform === 'win32')('lists folders behind links', async () => {
  await put(storage, 'uploads/real/a.jpg', new Blob(['x']))
  symlinkSync(join(folder, 'uploads', 'real'), join(folder, 'uploads', 'linked'))
  symlinkSync(join(folder, 'absent'), join(folder, 'uploads', 'real', 'broken'))
  const all: string[] = []
  for await (const keys of storage.list('uploads/linked')) all.push(...keys)
  for await (const keys of storage.list('uploads')) all.push(...keys)
  expect(all).toContain('uploads/linked/a.jpg')
  expect(all.some((key) => key.endsWith('broken'))).toBe(false)
})
