/** The storage in a bucket. The server of the tests checks signatures with a foreign library. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../src/platform/config/model'
import { openStorage } from '../../src/platform/storage/open-storage'
import { type FileStorage, put } from '../../src/platform/storage/storage'
import { StorageAway } from '../../src/platform/storage/storage-away'
import { type S3Server, startS3Server } from '../support/s3-server'
import { createTestConfig } from '../support/server'
import { describeStorage } from '../support/storage-contract'
import { waitUntil } from '../support/wait-until'

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
      (reason: unknown) => reason as StorageAway,
    )
    expect(error).toBeInstanceOf(StorageAway)
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
    server.fault = { stalls: true }
    expect(await catchError(() => storage.get(key))).toBe('timeout')
    expect(await catchError(() => storage.getLocal(large))).toBe('timeout')
    const file = await storage.get(large)
    expect(await catchError(() => new Response(file!.body).bytes())).toBe('timeout')
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
