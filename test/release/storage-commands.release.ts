/** Commands and backups with files in a bucket. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyUploads, restoreUploads } from '../../src/admin/backup/backup-uploads'
import { checkStorage } from '../../src/cli/doctor/doctor-storage'
import { runStorage } from '../../src/cli/transfer/storage'
import type { Config } from '../../src/platform/config/model'
import { getInstanceFile } from '../../src/platform/db/folder/verify-data-folder'
import { copyFiles } from '../../src/platform/storage/copy-files'
import { getStorage, openStorage } from '../../src/platform/storage/open-storage'
import { put } from '../../src/platform/storage/storage'
import { claimBucket } from '../../src/platform/storage/verify-bucket'
import { makeFolder } from '../support/make/tree'
import { type S3Server, startS3Server } from '../support/s3-server'
import { createTestConfig } from '../support/server'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterEach(() => {
  s3.fault = {}
  s3.objects.clear()
})
afterAll(() => s3.stop())

const openConfig = (settings: Record<string, string> = {}) =>
  createTestConfig({ ...s3.settings, 'storage.s3.timeout_seconds': '60', ...settings })

const names = ['thumbnails/0a/a.webp', 'uploads/covers/b.jpg', 'exports/c.csv', 'imports/1/d.db']

async function fill(config: Config, type: 'folder' | 's3') {
  for (const name of names) await put(openStorage(config, type), name, new Blob([`of ${name}`]))
}

async function copy(config: Config, to: string) {
  const output = { out: '', err: '' }
  const env = Object.fromEntries(
    ['endpoint', 'region', 'bucket', 'access_key_id', 'secret_access_key'].map((name) => [
      `SERVICE_STORAGE__S3__${name.toUpperCase()}`,
      s3.settings[`storage.s3.${name}`]!,
    ]),
  )
  const code = await runStorage(['copy', '--to', to], {
    env: { ...env, SERVICE_DATA_DIR: config.data_dir },
    cwd: makeFolder(),
    out: (text) => void (output.out += text),
    err: (text) => void (output.err += text),
  })
  return { code, ...output }
}

describe('quire storage copy', () => {
  test('copies to the bucket, skips what is there, and copies what is newer', async () => {
    const config = openConfig()
    await fill(config, 'folder')
    writeFileSync(join(config.data_dir, 'quire.db'), 'stays')
    writeFileSync(join(config.data_dir, 'uploads', 'covers', 'x.part'), 'unfinished')
    const first = await copy(config, 's3')
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain('Copied 4 files (1 MB) and compared them. 0 were there already.')
    expect(first.out).toContain('set storage.type to s3')
    expect([...s3.objects.keys()].toSorted()).toEqual(names.toSorted())
    for (const [name, { bytes }] of s3.objects) {
      expect(Buffer.from(bytes).toString()).toBe(`of ${name}`)
    }
    // S3 tells times in seconds, so that files that are not older than a second are copied again.
    for (const object of s3.objects.values()) object.changedAt = new Date(Date.now() + 5_000)
    expect((await copy(config, 's3')).out).toContain('Copied 0 files (0 MB)')
    s3.objects.get(names[0]!)!.changedAt = new Date(0)
    s3.objects.delete(names[1]!)
    expect((await copy(config, 's3')).out).toContain('Copied 2 files')
  })

  test('copies back into a data folder', async () => {
    const config = openConfig()
    await fill(config, 's3')
    s3.objects.set('instance-id', s3.objects.get(names[0]!)!)
    expect(await copy(config, 'folder')).toMatchObject({ code: 0, err: '' })
    for (const name of names) {
      expect(readFileSync(join(config.data_dir, name), 'utf8')).toBe(`of ${name}`)
    }
    expect(existsSync(join(config.data_dir, 'instance-id'))).toBe(false)
    expect(readdirSync(join(config.data_dir, 'cache', 'storage'))).toEqual([])
    expect((await copy(config, 'folder')).out).toContain('Copied 0 files')
  })

  test('continues after an outage', async () => {
    const config = openConfig()
    await fill(config, 'folder')
    s3.fault = { error: { status: 403, code: 'AccessDenied' }, method: 'PUT', name: /^exports/ }
    const failed = await copy(config, 's3')
    expect(failed.code).not.toBe(0)
    expect(failed.err).toContain('failed to write a file in the bucket: AccessDenied')
    expect(failed.err).toContain('Run the command again')
    expect(failed.out + failed.err).not.toMatch(/TESTKEY|test\+secret|X-Amz/)
    s3.fault = {}
    expect((await copy(config, 's3')).code).toBe(0)
    expect([...s3.objects.keys()].toSorted()).toEqual(names.toSorted())
  })

  test('refuses the bucket of another database', async () => {
    const config = openConfig()
    mkdirSync(config.data_dir, { recursive: true })
    writeFileSync(getInstanceFile(config.data_dir), 'one\n')
    await fill(config, 'folder')
    expect((await copy(config, 's3')).code).toBe(0)
    expect(Buffer.from(s3.objects.get('instance-id')!.bytes).toString()).toBe('one\n')
    writeFileSync(getInstanceFile(config.data_dir), 'another\n')
    const refused = await copy(config, 's3')
    expect(refused.code).toBe(78)
    expect(refused.err).toContain('the bucket belongs to another database')
  })

  test('skips files that a running server deletes', async () => {
    const config = openConfig()
    await fill(config, 'folder')
    const source = openStorage(config, 'folder')
    // The file is gone when it is read.
    const stale = { bytes: 1, changedAt: new Date() }
    const head = source.head.bind(source)
    const from = Object.assign(source, {
      head: async (key: string) => (key === names[1] ? stale : head(key)),
    })
    await source.delete(names[1]!)
    from.list = async function* (folder) {
      yield names.filter((name) => name.startsWith(`${folder}/`))
    }
    const report = await copyFiles(from, openStorage(config, 's3'), () => undefined)
    expect(report).toMatchObject({ failures: 0 })
    expect([...s3.objects.keys()].toSorted()).toEqual(
      names.filter((name) => name !== names[1]).toSorted(),
    )
  })

  test('goes on after names that the disk cannot have', async () => {
    const config = openConfig()
    await fill(config, 's3')
    const object = s3.objects.get(names[0]!)!
    const long = `exports/${'x'.repeat(300)}`
    s3.objects.set(long, object)
    // Only one of two names can be on the disk if one is a folder of the other.
    s3.objects.set(`${names[3]}/below`, object)
    const { code, err } = await copy(config, 'folder')
    expect(code).not.toBe(0)
    expect(err).toContain(long)
    expect(err).toContain(names[3]!)
    for (const name of names.slice(0, 3)) {
      expect(readFileSync(join(config.data_dir, name), 'utf8')).toBe(`of ${name}`)
    }
  })

  test('names settings that are missing', async () => {
    const output: string[] = []
    const code = await runStorage(['copy', '--to', 's3'], {
      env: { SERVICE_DATA_DIR: makeFolder() },
      cwd: makeFolder(),
      out: () => undefined,
      err: (text) => void output.push(text),
    })
    expect(code).toBe(78)
    expect(output.join('')).toContain('storage.s3.bucket')
  })
})

test('one of two databases that claim a new bucket at once is refused', async () => {
  const config = openConfig()
  const results = await Promise.allSettled(
    ['one', 'another', 'third'].map((instance) => claimBucket(config, instance)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  s3.objects.clear()
  await Promise.all([claimBucket(config, 'same'), claimBucket(config, 'same')])
})

test('a bucket whose service knows no conditional writes can be claimed', async () => {
  const config = openConfig()
  s3.fault = { refusesConditions: true }
  await claimBucket(config, 'one')
  await claimBucket(config, 'one')
  await expect(claimBucket(config, 'another')).rejects.toThrow('belongs to another database')
})

describe('quire doctor', () => {
  const check = async (settings: Record<string, string> = {}) => {
    const [finding] = await checkStorage(openConfig({ 'storage.type': 's3', ...settings }))
    expect(JSON.stringify(finding)).not.toMatch(/TESTKEY|test\+secret|X-Amz|another secret/)
    return finding
  }

  test('says nothing about a folder', async () => {
    expect(await checkStorage(openConfig())).toEqual([])
  })

  test('tries all rights and leaves nothing behind', async () => {
    expect(await check()).toMatchObject({ check: 'storage', state: 'ok' })
    expect(s3.objects.size).toBe(0)
  })

  test('says what is wrong', async () => {
    expect(await check({ 'storage.s3.bucket': 'none' })).toMatchObject({
      state: 'problem',
      message: 'The bucket none cannot be used: failed to list files in the bucket: NoSuchBucket.',
      advice: 'Create the bucket, or correct storage.s3.bucket.',
    })
    expect(await check({ 'storage.s3.secret_access_key': 'another secret' })).toMatchObject({
      advice: expect.stringContaining('storage.s3.secret_access_key'),
    })
    expect(await check({ 'storage.s3.endpoint': 'http://127.0.0.1:1' })).toMatchObject({
      advice: expect.stringContaining('storage.s3.endpoint'),
    })
    for (const [method, what] of [
      ['PUT', 'write a file'],
      ['DELETE', 'delete a file'],
    ]) {
      s3.fault = { error: { status: 403, code: 'AccessDenied' }, method: method! }
      expect(await check()).toMatchObject({
        message: expect.stringContaining(`failed to ${what} in the bucket: AccessDenied`),
        advice: expect.stringContaining('s3:DeleteObject'),
      })
    }
  })
})

describe('backups', () => {
  test('have the uploaded covers of the bucket, and put them back', async () => {
    const config = openConfig({ 'storage.type': 's3' })
    await fill(config, 's3')
    const folder = makeFolder()
    await copyUploads(config, folder)
    expect(readFileSync(join(folder, names[1]!), 'utf8')).toBe(`of ${names[1]}`)
    expect(readdirSync(folder)).toEqual(['uploads'])
    s3.objects.clear()
    await restoreUploads(config, folder)
    expect([...s3.objects.keys()]).toEqual([names[1]!])
  })

  test('do not fail because a cover is deleted meanwhile', async () => {
    const config = openConfig()
    await fill(config, 'folder')
    const storage = getStorage(config)
    const gone = 'uploads/covers/gone.jpg'
    Object.assign(storage, {
      async *list() {
        yield [gone, names[1]]
      },
    })
    const folder = makeFolder()
    await copyUploads(config, folder)
    expect(readdirSync(join(folder, 'uploads', 'covers'))).toEqual(['b.jpg'])
  })

  test('are refused while the bucket is away', async () => {
    const config = openConfig({ 'storage.type': 's3' })
    await fill(config, 's3')
    s3.fault = { error: { status: 403, code: 'AccessDenied' } }
    await expect(copyUploads(config, makeFolder())).rejects.toThrow(
      'The uploaded covers could not be copied: failed to list files in the bucket: AccessDenied',
    )
  })
})
