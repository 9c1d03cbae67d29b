/** The page cache and the queues before it: bounded, shared, and left by those who leave. */
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { DecodeFailed, DecoderPool } from '../../../src/media/decoding/pool'
import { PageCache } from '../../../src/reading/pages/cache'
import { SharedWork } from '../../../src/reading/pages/shared-work'
import { Cancelled, Semaphore } from '../../../src/platform/lib/semaphore'
import { makePicture } from '../../support/make/pictures'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar } from '../../support/make/tar'
import { makeFolder } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './support'
import { waitUntil } from '../../support/wait-until'

const megabyte = 1 << 20
/** Pages that do not get smaller when packed; nobody decodes them. */
const noise = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `${i + 1}.png`,
    data: randomBytes(bytes),
  }))

type Noise = ReturnType<typeof noise>

let shelf: Shelf
beforeAll(async () => {
  shelf = await openShelf({ 'pages.cache_mb': '10' })
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})
const page = (book: { id: string }, rest: string | number, init = {}) =>
  shelf.ask(`/books/${book.id}/pages/${rest}`, init)
const sumOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

describe('a solid archive', () => {
  test('is unpacked once for twenty who ask at the same time', async () => {
    for (const [name, make] of [
      ['solid.cb7', (parts: Noise) => makeSevenZip(parts, { solid: true })],
      ['packed.cbt', (parts: Noise) => makeGzipTar(parts)],
    ] as const) {
      const parts = noise(10, 100_000)
      const book = await shelf.add(name, await make(parts))
      const run = spyOn(DecoderPool.prototype, 'run')
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => (await page(book, (i % 10) + 1)).bytes()),
      )
      expect(run.mock.calls.map(([task]) => task)).toEqual(['unpack'])
      run.mockRestore()
      for (const [i, bytes] of answers.entries()) {
        expect(Buffer.from(bytes).equals(parts[i % 10]!.data)).toBe(true)
      }
    }
  })

  test('larger than the cache is read from end to end without filling the disk', async () => {
    const parts = noise(20, megabyte)
    const book = await shelf.add('large.cbt', makeGzipTar(parts))
    let most = 0
    for (const [i, { data }] of parts.entries()) {
      expect(Buffer.from(await (await page(book, i + 1)).bytes()).equals(data)).toBe(true)
      most = Math.max(most, sumOf(shelf.cached()))
    }
    expect(most).toBeGreaterThan(5 * megabyte)
    expect(most).toBeLessThanOrEqual(11 * megabyte)
    // Again from the front, which was thrown out.
    expect(Buffer.from(await (await page(book, 1)).bytes()).equals(parts[0]!.data)).toBe(true)
    // What comes after the page is unpacked as well, while nobody waits.
    await waitUntil(() => !shelf.cached().some(({ name }) => name.endsWith('.part')))
  })

  test('whose pages are asked for by somebody who leaves is still there for others', async () => {
    const parts = noise(5, 200_000)
    const book = await shelf.add('left.cb7', await makeSevenZip(parts))
    const controller = new AbortController()
    const leaving = page(book, 5, { signal: controller.signal }).catch((error: Error) => error.name)
    setTimeout(() => controller.abort(), 5)
    const staying = await page(book, 4)
    expect(Buffer.from(await staying.bytes()).equals(parts[3]!.data)).toBe(true)
    await leaving
  })
})

test('what is in the cache outlives a restart, the longest unused goes first', async () => {
  const folder = makeFolder()
  const nameOf = (i: number) => `0190aaaa-0000-7000-8000-0000000000${10 + i}-v-e${i}`
  const before = new PageCache(folder, 10_000)
  for (const i of [0, 1, 2, 3]) {
    mkdirSync(dirname(before.path(nameOf(i))), { recursive: true })
    writeFileSync(before.path(nameOf(i)), Buffer.alloc(3000, i))
    utimesSync(before.path(nameOf(i)), 1000 + i, 1000 + i)
  }
  const cache = new PageCache(folder, 10_000)
  // Used once more, so number 1 is now the oldest.
  expect((await cache.find(nameOf(0)))?.size).toBe(3000)
  await cache.ready()
  const there = async (i: number) => (await cache.find(nameOf(i))) !== undefined
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
  const slow = (i: number) => async () => {
    ran.push(i)
    await Bun.sleep(20)
    return i
  }
  const never = new AbortController().signal

  test('are taken in order, refused when too many wait, and freed by those who leave', async () => {
    const turns = new Semaphore(1, 2)
    const leaver = new AbortController()
    const first = turns.run(never, slow(1))
    const second = turns.run(leaver.signal, slow(2))
    const third = turns.run(never, slow(3))
    const full = await turns.run(never, slow(4)).catch((error: unknown) => error)
    expect(full).toMatchObject({ reason: 'unavailable', retryAfterSeconds: 5 })
    leaver.abort()
    expect(await second.catch((error: unknown) => error)).toBeInstanceOf(Cancelled)
    const fifth = turns.run(never, slow(5))
    expect(await Promise.all([first, third, fifth])).toEqual([1, 3, 5])
    expect(ran).toEqual([1, 3, 5])
  })

  test('a full queue is answered 503 with a time to come back', async () => {
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

  test('shared work is given up when all have left, and begun anew for who comes then', async () => {
    const work = new SharedWork<number>()
    const turns = new Semaphore(1, 5)
    const blocking = turns.run(never, slow(0))
    const [one, two] = [new AbortController(), new AbortController()]
    const join = (signal: AbortSignal) =>
      work.join('key', signal, (allLeft) => turns.run(allLeft, slow(1)))
    const left = [join(one.signal), join(two.signal)].map((joined) =>
      joined.catch((e: unknown) => e),
    )
    one.abort()
    two.abort()
    const after = join(never)
    expect(await Promise.all(left)).toEqual([expect.any(Cancelled), expect.any(Cancelled)])
    expect(await after).toBe(1)
    await blocking
    expect(ran).toEqual([0, 1])
  })
})
