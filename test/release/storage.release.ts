/** The storage in a bucket. The server of the tests checks signatures with a foreign library. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../src/platform/config/model'
import { openStorage } from '../../src/platform/storage/open-storage'
import { type FileStorage, put } from '../../src/platform/storage/storage'
import { BucketUnreachable } from '../../src/platform/storage/bucket-unreachable'
import { type S3Server, startS3Server } from '../support/s3-server'
import { createTestConfig } from '../support/server'
import { describeStorage } from '../support/storage-contract'
import { waitUntil } from '../support/wait-until'

// How long a stalled transfer may take grows with the size of the file.
setDefaultTimeout(60_000)

describeStorage('a bucket', async () => {
  const server = await startS3Server()
  const config = createTestConfig({ ...server.settings, 'storage.s3.prefix': 'some/where' })
  return {
    storage: openStorage(config, 's3'),
    close: async () => {
      await server.stop()
      rmSync(dirname(config.data_dir), { recursive: true, force: true })
    },
  }
})

describe('a bucket in trouble', () => {
  let server: S3Server
  let config: Config
  let storage: FileStorage
  const key = 'uploads/covers/a.jpg'
  const large = 'archives/large.zip'
  const secrets = /test\+secret|test%2Bsecret|TESTKEY|X-Amz|Signature=/

  const open = (settings: Record<string, string> = {}) =>
    openStorage(
      createTestConfig({ ...server.settings, 'storage.s3.timeout_seconds': '60', ...settings }),
      's3',
    )
  const catchError = async (work: () => Promise<unknown>) => {
    const error = await work().then(
      () => undefined,
      (reason: unknown) => reason as BucketUnreachable,
    )
    expect(error).toBeInstanceOf(BucketUnreachable)
    expect(Bun.inspect(error)).not.toMatch(secrets)
    return error!.reason
  }
  const list = async (from: FileStorage) => {
    for await (const keys of from.list('uploads')) expect(keys).toBeArray()
  }
  const operations: [string, (from: FileStorage) => Promise<unknown>][] = [
    ['get', (from) => from.get(key)],
    ['getLocal', async (from) => (await from.getLocal(key))?.[Symbol.asyncDispose]()],
    ['head', (from) => from.head(key)],
    ['store', (from) => put(from, key, new Blob(['new']))],
    ['delete', (from) => from.delete(key)],
    ['list', list],
  ]

  beforeAll(async () => {
    server = await startS3Server()
    config = createTestConfig({ ...server.settings, 'storage.s3.timeout_seconds': '5' })
    storage = openStorage(config, 's3')
    await put(storage, key, new Blob(['content']))
    await put(storage, large, new Blob([new Uint8Array(6_000_000)]))
  })
  afterEach(() => {
    server.fault = {}
  })
  afterAll(() => server.stop())

  test.each(operations)('%s says that the secret is wrong', async (name, work) => {
    const wrong = open({ 'storage.s3.secret_access_key': 'another' })
    // HEAD has no body that could say more.
    const reason = name === 'head' ? 'status 403' : 'SignatureDoesNotMatch'
    expect(await catchError(() => work(wrong))).toBe(reason)
  })

  test.each(operations)('%s says that there is no such bucket', async (name, work) => {
    const wrong = open({ 'storage.s3.bucket': 'none' })
    if (name === 'head') return
    expect(await catchError(() => work(wrong))).toBe('NoSuchBucket')
  })

  test.each(operations)('%s gives up if there is no answer', async (_name, work) => {
    server.fault = { isSilent: true }
    const impatient = open({ 'storage.s3.timeout_seconds': '1' })
    expect(await catchError(() => work(impatient))).toBe('timeout')
  })

  test.each(operations)('%s fails while nothing listens, and works again', async (_name, work) => {
    await server.stop()
    try {
      expect(await catchError(() => work(storage))).toStartWith('connection failed')
    } finally {
      await server.start()
    }
    await put(storage, key, new Blob(['content']))
    await work(storage)
  })

  test('tries again once if the bucket is too busy', async () => {
    await put(storage, key, new Blob(['content']))
    server.fault = { error: { status: 503, code: 'SlowDown' } }
    server.requests.length = 0
    const reading = storage.get(key)
    await waitUntil(() => server.requests.length === 1)
    server.fault = {}
    expect(await new Response((await reading)!.body).text()).toBe('content')
    expect(server.requests).toHaveLength(2)
  })

  test('does not take a part for the whole', async () => {
    server.fault = { isCut: true }
    await catchError(() => storage.get(key))
    await catchError(() => storage.getLocal(large))
    const cut = await storage.get(large)
    await catchError(() => new Response(cut!.body).bytes())
    server.fault = { stalls: true }
    expect(await catchError(() => storage.get(key))).toBe('timeout')
    expect(await catchError(() => storage.getLocal(large))).toBe('timeout')
    const file = await storage.get(large)
    expect(await catchError(() => new Response(file!.body).bytes())).toBe('timeout')
  })

  test('waits longer for a large picture that arrives slowly', async () => {
    const slow = open({ 'storage.s3.timeout_seconds': '1' })
    const picture = new Uint8Array(3_000_000)
    await put(slow, 'uploads/covers/large.png', picture)
    server.fault = { pauseMs: 1_500 }
    expect((await slow.get('uploads/covers/large.png'))?.bytes).toBe(picture.length)
    server.fault = {}
    await slow.delete('uploads/covers/large.png')
  })

  test.each(operations.slice(0, 3))(
    '%s does not take the 404 of another service for a missing file',
    async (_name, work) => {
      server.fault = { error: { status: 404, code: '' } }
      expect(await catchError(() => work(storage))).toBe('status 404')
    },
  )

  test('lists only names that the storage could have written', async () => {
    const object = server.objects.get(key)!
    const hostile = [
      'uploads/',
      'uploads/lists/',
      'uploads/../secrets/jwt',
      'uploads//x',
      'uploads/a\\b',
      'uploads/a\nb',
      `uploads/${'x'.repeat(1_016)}`,
    ]
    const allowed = ['uploads/lists', 'uploads/lists/\u00e9', 'uploads/lists/e\u0301']
    for (const name of [...hostile, ...allowed]) server.objects.set(name, object)
    const listed: string[] = []
    for await (const keys of storage.list('uploads')) listed.push(...keys)
    expect(listed.toSorted()).toEqual([key, ...allowed].toSorted())
    for (const name of [...hostile, ...allowed]) server.objects.delete(name)
  })

  test('does not list the same page for ever', async () => {
    const object = server.objects.get(key)!
    const names = Array.from({ length: 1_001 }, (_, number) => `uploads/many/${number}`)
    for (const name of names) server.objects.set(name, object)
    server.fault = { ignoresStartAfter: true }
    expect(await catchError(() => list(storage))).toBe('repeated page')
    for (const name of names) server.objects.delete(name)
  })

  test('ends the request if a reader goes away', async () => {
    server.fault = { stalls: true }
    const file = await storage.get(large)
    await (file!.body as ReadableStream).cancel()
  })

  test('leaves no local copies', () => {
    expect(readdirSync(join(config.data_dir, 'cache', 'storage'))).toEqual([])
  })
})
