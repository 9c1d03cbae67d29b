import { describe, expect, test } from 'bun:test'
import {
  type PendingProgress,
  type NewProgress,
  type Outcome,
  ProgressQueue,
} from '../../../../src/web/ui/state/progress/progress-queue'

const page = (book: string, currentPage: number, ends = false): NewProgress => ({
  book,
  as: 'progress',
  body: { currentPage },
  ends,
})

const serverAheadMs = 500

const readAt = (wallMs: number) => ({ wallMs, elapsedMs: wallMs, pageId: 'a', contact: null })

const keptIn = (storage: { text: string | null }) => ({
  read: () => storage.text,
  write(text: string | null) {
    storage.text = text
    return true
  },
})

/** Opens a queue with a fake server. `storage` can be reused by a second queue. */
function openQueue(
  answer: (buildPosition: PendingProgress) => Outcome,
  storage: { text: string | null },
) {
  const sent: PendingProgress[] = []
  const lost: PendingProgress[] = []
  let clock = 1_000
  const queue = new ProgressQueue({
    ...keptIn(storage),
    async send(buildPosition) {
      sent.push(buildPosition)
      return answer(buildPosition)
    },
    readClocks: () => readAt((clock += 1_000)),
    getServerTime: ({ wallMs }) => wallMs + serverAheadMs,
    onLost: (buildPosition) => lost.push(buildPosition),
  })
  const listMessages = () => sent.map(({ book, body }) => `${book} ${String(body['currentPage'])}`)
  return { queue, listMessages, lost, sent }
}

/** Returns what a queue stores, because adding a thousand positions to a queue is slow. */
const store = (places: readonly NewProgress[]) =>
  JSON.stringify(places.map((place, at) => ({ ...place, at, failures: 0 })))

/** Invalid entries that would block all others if they were not discarded. */
const invalidTime = '[{"book": "a", "as": "progress", "body": {}, "at": 1e300}]'
const withoutBody = '[{"book": "a", "as": "progress", "body": null, "at": 1}]'
const invalidDate = '[{"book": "a", "as": "progress", "body": {}, "at": 1, "happenedAt": 1e300}]'

describe('queued reading positions', () => {
  test('survive a reload and are sent in reading order with their times', async () => {
    const storage = { text: null }
    const before = openQueue(() => 'unreachable', storage)
    before.queue.add(page('a', 1))
    before.queue.add(page('b', 7))
    before.queue.add(page('a', 3))
    expect(await before.queue.deliver()).toBe(false)
    const after = openQueue(() => 'taken', storage)
    expect(await after.queue.deliver()).toBe(true)
    expect(after.listMessages()).toEqual(['a 1', 'b 7', 'a 3'])
    expect(after.sent.map(({ at }) => at)).toEqual([2_000, 3_000, 4_000])
    expect(after.sent.map(({ happenedAt }) => happenedAt)).toEqual([2_500, 3_500, 4_500])
    expect(storage.text).toBeNull()
  })

  test('at the end of a book are not replaced by later positions', async () => {
    const { queue, listMessages } = openQueue(() => 'taken', { text: null })
    queue.add(page('a', 12, true))
    queue.add(page('a', 1))
    queue.add(page('a', 2))
    await queue.deliver()
    expect(listMessages()).toEqual(['a 12', 'a 1', 'a 2'])
  })

  test('keep their time when they are sent again, so the server recognizes them', async () => {
    const storage = { text: null }
    let isLost = true
    const { queue, sent } = openQueue(() => (isLost ? 'unreachable' : 'taken'), storage)
    queue.add(page('a', 1))
    await queue.deliver()
    isLost = false
    await queue.deliver()
    const [first, second] = sent
    expect(first?.happenedAt).toBe(2_500)
    expect(second?.happenedAt).toBe(2_500)
  })

  test('are never dated before an earlier one', async () => {
    const sent: PendingProgress[] = []
    const walls = [9_000, 4_000, 12_000]
    const queue = new ProgressQueue({
      read: () => null,
      write: () => false,
      send: async (place) => (sent.push(place), 'taken'),
      readClocks: () => readAt(walls.shift() ?? 0),
      getServerTime: ({ wallMs }) => wallMs,
      onLost: () => undefined,
    })
    for (const number of [1, 2, 3]) queue.add(page('a', number))
    await queue.deliver()
    expect(sent.map(({ happenedAt }) => happenedAt)).toEqual([9_000, 9_000, 12_000])
  })

  test('tell the last one of a book', () => {
    const { queue } = openQueue(() => 'taken', { text: null })
    for (const [book, number] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const)
      queue.add(page(book, number))
    expect(queue.findLast('a')?.body['currentPage']).toBe(3)
    expect(queue.findLast('c')).toBeUndefined()
  })

  test('of a book with server errors do not block other books and are retried', async () => {
    let fails = true
    const storage = { text: null }
    const { queue, listMessages } = openQueue(
      ({ book }) => (fails && book === 'a' ? 'failed' : 'taken'),
      storage,
    )
    queue.add(page('a', 12, true))
    queue.add(page('a', 1))
    queue.add(page('b', 5))
    expect(await queue.deliver()).toBe(false)
    expect(listMessages()).toEqual(['a 12', 'b 5'])
    fails = false
    expect(await queue.deliver()).toBe(true)
    expect(listMessages()).toEqual(['a 12', 'b 5', 'a 12', 'a 1'])
  })

  test('wait for sign-in', async () => {
    const { queue, listMessages } = openQueue(() => 'signedOut', { text: null })
    queue.add(page('a', 1))
    queue.add(page('b', 1))
    expect(await queue.deliver()).toBe(false)
    expect(listMessages()).toEqual(['a 1'])
    expect(queue.isWaiting('b')).toBe(true)
  })

  test('are dropped and reported when they are rejected for good', async () => {
    const { queue, lost } = openQueue(() => 'refused', { text: null })
    queue.add(page('gone', 4))
    expect(await queue.deliver()).toBe(true)
    expect(lost.map(({ book }) => book)).toEqual(['gone'])
    expect(queue.isEmpty).toBe(true)
  })

  test('survive an evening of server errors, and are dropped after a week of them', async () => {
    let isEvening = true
    const storage = { text: null }
    const day = 24 * 3_600_000
    const lost: PendingProgress[] = []
    const queue = new ProgressQueue({
      ...keptIn(storage),
      send: async () => 'failed',
      readClocks: () => readAt(isEvening ? day : 9 * day),
      getServerTime: ({ wallMs }) => wallMs,
      onLost: (place) => lost.push(place),
    })
    queue.add(page('a', 4))
    for (let round = 0; round < 500; round++) expect(await queue.deliver()).toBe(false)
    expect(lost).toEqual([])
    isEvening = false
    expect(await queue.deliver()).toBe(true)
    expect(lost).toHaveLength(1)
  })

  test('of the same moment are all sent, also by a clock that stands still', async () => {
    const storage = { text: null }
    const sent: unknown[] = []
    const queue = new ProgressQueue({
      ...keptIn(storage),
      send: async ({ body }) => (sent.push(body['currentPage']), 'taken'),
      readClocks: () => readAt(5_000),
      getServerTime: ({ wallMs }) => wallMs,
      onLost: () => undefined,
    })
    for (const number of [1, 2, 3]) queue.add(page('a', number))
    expect(await queue.deliver()).toBe(true)
    expect(sent).toEqual([1, 2, 3])
  })

  test('are limited: the oldest are dropped first', () => {
    const places = Array.from({ length: 1_000 }, (_, book) => page(String(book), 1))
    const { queue } = openQueue(() => 'taken', { text: store(places) })
    for (let book = 1_000; book < 1_030; book++) queue.add(page(String(book), 1))
    expect(queue.isWaiting('29')).toBe(false)
    expect(queue.isWaiting('30')).toBe(true)
  })

  test('are limited: only the last of each book remains, and each end', async () => {
    const places = Array.from({ length: 999 }, (_, index) => page('a', index + 1))
    const text = store([page('b', 9, true), ...places])
    const { queue, listMessages } = openQueue(() => 'taken', { text })
    queue.add(page('a', 1_000))
    queue.add(page('b', 1))
    await queue.deliver()
    expect(listMessages()).toEqual(['b 9', 'a 1000', 'b 1'])
  })

  test('stay in memory when storage is unavailable', async () => {
    const sent: PendingProgress[] = []
    const queue = new ProgressQueue({
      read: () => null,
      write: () => false,
      send: async (buildPosition) => (sent.push(buildPosition), 'taken'),
      readClocks: () => readAt(1),
      getServerTime: ({ wallMs }) => wallMs,
      onLost: () => undefined,
    })
    queue.add(page('a', 1))
    expect(queue.isWaiting('a')).toBe(true)
    expect(await queue.deliver()).toBe(true)
    expect(sent).toHaveLength(1)
  })

  test.each([
    '{',
    '5',
    '[null, 3, {"book": 1}]',
    '{"a": 1}',
    invalidTime,
    withoutBody,
    invalidDate,
  ])('are empty when the storage contains something else: %s', (text) => {
    expect(openQueue(() => 'taken', { text }).queue.isEmpty).toBe(true)
  })

  test('that change while being sent are sent again', async () => {
    const storage = { text: null }
    const { queue, listMessages } = openQueue(({ body }) => {
      if (body['currentPage'] === 1) queue.add(page('a', 2))
      return 'taken'
    }, storage)
    queue.add(page('a', 1))
    expect(await queue.deliver()).toBe(true)
    expect(listMessages()).toEqual(['a 1', 'a 2'])
  })
})
