/** The page cache and its queues: bounded, shared, and released by clients that disconnect. */
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { DecodeFailed } from '../../../src/media/decoding/decode-errors'
import { DecoderPool } from '../../../src/media/decoding/decoder-pool'
import { PageCache } from '../../../src/reading/pages/cache/page-cache'
import { SharedWork } from '../../../src/reading/pages/shared-work'
import { Cancelled, Semaphore } from '../../../src/platform/lib/semaphore'
import { makePicture } from '../../support/make/pictures'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar } from '../../support/make/tar'
import { makeFolder } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './shelf'
import { waitUntil } from '../../support/wait-until'

const megabyte = 1 << 20
/** Incompressible pages, which no test decodes. */
const makeNoise = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `${i + 1}.png`,
    data: randomBytes(bytes),
  }))

type Noise = ReturnType<typeof makeNoise>

let shelf: Shelf
beforeAll(async () => {
  shelf = await openShelf({ 'pages.cache_mb': '10' })
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})
const getPage = (book: { id: string }, rest: string | number, init = {}) =>
  shelf.request(`/books/${book.id}/pages/${rest}`, init)
const sumBytes = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

describe('a solid archive', () => {
  test('is extracted once for twenty parallel requests', async () => {
    for (const [name, make] of [
      ['solid.cb7', (parts: Noise) => makeSevenZip(parts, { solid: true })],
      ['packed.cbt', (parts: Noise) => makeGzipTar(parts)],
    ] as const) {
      const parts = makeNoise(10, 100_000)
      const book = await shelf.add(name, await make(parts))
      const run = spyOn(DecoderPool.prototype, 'run')
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => (await getPage(book, (i % 10) + 1)).bytes()),
      )
      expect(run.mock.calls.map(([task]) => task)).toEqual(['unpack'])
      run.mockRestore()
      for (const [i, bytes] of answers.entries()) {
        expect(Buffer.from(bytes).equals(parts[i % 10]!.data)).toBe(true)
      }
    }
  })

  test('larger than the cache is read completely without filling the disk', async () => {
    const parts = makeNoise(20, megabyte)
    const book = await shelf.add('large.cbt', makeGzipTar(parts))
    let most = 0
    for (const [i, { data }] of parts.entries()) {
      expect(Buffer.from(await (await getPage(book, i + 1)).bytes()).equals(data)).toBe(true)
      most = Math.max(most, sumBytes(shelf.listCached()))
    }
    expect(most).toBeGreaterThan(5 * megabyte)
    expect(most).toBeLessThanOrEqual(11 * megabyte)
    // Requests the first page again, which was evicted.
    expect(Buffer.from(await (await getPage(book, 1)).bytes()).equals(parts[0]!.data)).toBe(true)
    // The entries after a page are extracted in the background.
    await waitUntil(() => !shelf.listCached().some(({ name }) => name.endsWith('.part')))
  })

  test('is still extracted for other clients when one disconnects', async () => {
    const parts = makeNoise(5, 200_000)
    const book = await shelf.add('left.cb7', await makeSevenZip(parts))
    const controller = new AbortController()
    const leaving = getPage(book, 5, { signal: controller.signal }).catch(
      (error: Error) => error.name,
    )
    setTimeout(() => controller.abort(), 5)
    const staying = await getPage(book, 4)
    expect(Buffer.from(await staying.bytes()).equals(parts[3]!.data)).toBe(true)
    await leaving
  })
})

test('a page that is cached while the cache is cleared stays', async () => {
  const cache = new PageCache(makeFolder(), () => 10_000)
  const store = async (i: number) => {
    const name = `0190aaaa-0000-7000-8000-0000000000${10 + i}-v-e${i}`
    const room = await cache.reserve(3000)
    mkdirSync(dirname(cache.path(name)), { recursive: true })
    writeFileSync(cache.path(name), Buffer.alloc(3000, i))
    return { name, wrote: () => room.addFile(name, 3000) }
  }
  const old = await store(0)
  await old.wrote()
  const fresh = await store(1)
  const clearing = cache.clear()
  // Until the first file is being deleted.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  await fresh.wrote()
  const cleared = await clearing
  expect(cleared).toEqual({ files: 1, bytes: 3000 })
  expect(await cache.find(old.name)).toBeUndefined()
  expect((await cache.find(fresh.name))?.size).toBe(3000)
})

test('cached pages survive a restart, and the least recently used is evicted first', async () => {
  const folder = makeFolder()
  const buildName = (i: number) => `0190aaaa-0000-7000-8000-0000000000${10 + i}-v-e${i}`
  const before = new PageCache(folder, () => 10_000)
  for (const i of [0, 1, 2, 3]) {
    mkdirSync(dirname(before.path(buildName(i))), { recursive: true })
    writeFileSync(before.path(buildName(i)), Buffer.alloc(3000, i))
    utimesSync(before.path(buildName(i)), 1000 + i, 1000 + i)
  }
  const cache = new PageCache(folder, () => 10_000)
  // Used again, so number 1 is now the oldest.
  expect((await cache.find(buildName(0)))?.size).toBe(3000)
  await cache.ready()
  const there = async (i: number) => (await cache.find(buildName(i))) !== undefined
  expect([await there(1), await there(2), await there(3), await there(0)]).toEqual([
    false,
    true,
    true,
    true,
  ])
  const room = await cache.reserve(4000)
  expect([await there(2), await there(3), await there(0)]).toEqual([false, true, true])
  room.release()
})

describe('turns', () => {
  let ran: number[]
  beforeEach(() => {
    ran = []
  })
  const startSlow = (i: number) => async () => {
    ran.push(i)
    await Bun.sleep(20)
    return i
  }
  const never = new AbortController().signal

  test('are granted in order, refused when too many wait, and released by clients that disconnect', async () => {
    const turns = new Semaphore(1, 2)
    const leaver = new AbortController()
    const first = turns.run(never, startSlow(1))
    const second = turns.run(leaver.signal, startSlow(2))
    const third = turns.run(never, startSlow(3))
    const full = await turns.run(never, startSlow(4)).catch((error: unknown) => error)
    expect(full).toMatchObject({ reason: 'unavailable', retryAfterSeconds: 5 })
    leaver.abort()
    expect(await second.catch((error: unknown) => error)).toBeInstanceOf(Cancelled)
    const fifth = turns.run(never, startSlow(5))
    expect(await Promise.all([first, third, fifth])).toEqual([1, 3, 5])
    expect(ran).toEqual([1, 3, 5])
  })

  test('a full queue returns 503 with Retry-After', async () => {
    const jpeg = await makePicture({ format: 'jpeg', width: 900, height: 1200 })
    const parts = Array.from({ length: 300 }, (_, i) => ({ name: `${i}.jpg`, data: jpeg }))
    const released = Promise.withResolvers<void>()
    const run = spyOn(DecoderPool.prototype, 'run').mockImplementation(
      () => released.promise.then(() => Promise.reject(new DecodeFailed('enough', 'x'))) as never,
    )
    const book = await shelf.add('many.cbz', makeZip(parts))
    setTimeout(() => released.resolve(), 1000)
    const answers = await Promise.all(
      parts.map((_, i) =>
        shelf.server.fetch(`/api/v1/books/${book.id}/pages/${i + 1}?width=160`, { as: 'ann' }),
      ),
    )
    run.mockRestore()
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(50)
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
  })

  test('shared work is cancelled when all clients have left, and restarted for the next one', async () => {
    const work = new SharedWork<number>()
    const turns = new Semaphore(1, 5)
    const blocking = turns.run(never, startSlow(0))
    const [one, two] = [new AbortController(), new AbortController()]
    const joinWork = (signal: AbortSignal) =>
      work.join('key', signal, (allLeft) => turns.run(allLeft, startSlow(1)))
    const left = [joinWork(one.signal), joinWork(two.signal)].map((joined) =>
      joined.catch((e: unknown) => e),
    )
    one.abort()
    two.abort()
    const after = joinWork(never)
    expect(await Promise.all(left)).toEqual([expect.any(Cancelled), expect.any(Cancelled)])
    expect(await after).toBe(1)
    await blocking
    expect(ran).toEqual([0, 1])
  })
})
