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

/** A queue whose server answers as told, and its storage, which outlives it. */
function opened(answer: (place: PendingProgress) => Outcome, storage: { text: string | null }) {
  const sent: PendingProgress[] = []
  const lost: PendingProgress[] = []
  let clock = 1_000
  const queue = new ProgressQueue({
    read: () => storage.text,
    write(text) {
      storage.text = text
      return true
    },
    async send(place) {
      sent.push(place)
      return answer(place)
    },
    now: () => (clock += 1_000),
    onLost: (place) => lost.push(place),
  })
  const words = () => sent.map(({ book, body }) => `${book} ${String(body['currentPage'])}`)
  return { queue, words, lost, sent }
}

/** Two that could never be sent, and would hold up all others. */
const oddTime = '[{"book": "a", "as": "progress", "body": {}, "at": 1e300}]'
const noBody = '[{"book": "a", "as": "progress", "body": null, "at": 1}]'

describe('places that wait', () => {
  test('outlive the page, and are sent in the order of reading with its time', async () => {
    const storage = { text: null }
    const before = opened(() => 'unreachable', storage)
    before.queue.add(page('a', 1))
    before.queue.add(page('b', 7))
    before.queue.add(page('a', 3))
    expect(await before.queue.deliver()).toBe(false)
    const after = opened(() => 'taken', storage)
    expect(await after.queue.deliver()).toBe(true)
    expect(after.words()).toEqual(['b 7', 'a 3'])
    expect(after.sent.map(({ at }) => at)).toEqual([3_000, 4_000])
    expect(storage.text).toBeNull()
  })

  test('at the end of a book are not replaced by what is read after it', async () => {
    const { queue, words } = opened(() => 'taken', { text: null })
    queue.add(page('a', 12, true))
    queue.add(page('a', 1))
    queue.add(page('a', 2))
    await queue.deliver()
    expect(words()).toEqual(['a 12', 'a 2'])
  })

  test('of a book at which the server fails hold up no other book, and are tried again', async () => {
    let fails = true
    const storage = { text: null }
    const { queue, words } = opened(
      ({ book }) => (fails && book === 'a' ? 'failed' : 'taken'),
      storage,
    )
    queue.add(page('a', 12, true))
    queue.add(page('a', 1))
    queue.add(page('b', 5))
    expect(await queue.deliver()).toBe(false)
    expect(words()).toEqual(['a 12', 'b 5'])
    fails = false
    expect(await queue.deliver()).toBe(true)
    expect(words()).toEqual(['a 12', 'b 5', 'a 12', 'a 1'])
  })

  test('wait for the sign-in, all of them', async () => {
    const { queue, words } = opened(() => 'signedOut', { text: null })
    queue.add(page('a', 1))
    queue.add(page('b', 1))
    expect(await queue.deliver()).toBe(false)
    expect(words()).toEqual(['a 1'])
    expect(queue.isWaiting('b')).toBe(true)
  })

  test('that are refused for good are told and let go', async () => {
    const { queue, lost } = opened(() => 'refused', { text: null })
    queue.add(page('gone', 4))
    expect(await queue.deliver()).toBe(true)
    expect(lost.map(({ book }) => book)).toEqual(['gone'])
    expect(queue.isEmpty).toBe(true)
  })

  test('at which the server fails for ever are let go in the end', async () => {
    const { queue, lost } = opened(() => 'failed', { text: null })
    queue.add(page('a', 4))
    let rounds = 0
    while (!(await queue.deliver())) expect(++rounds).toBeLessThan(100)
    expect(lost).toHaveLength(1)
  })

  test('are bounded: the oldest go first', () => {
    const { queue } = opened(() => 'taken', { text: null })
    for (let book = 0; book < 130; book++) queue.add(page(String(book), 1))
    expect(queue.isWaiting('29')).toBe(false)
    expect(queue.isWaiting('30')).toBe(true)
  })

  test('wait in memory where the browser keeps nothing', async () => {
    const sent: PendingProgress[] = []
    const queue = new ProgressQueue({
      read: () => null,
      write: () => false,
      send: async (place) => (sent.push(place), 'taken'),
      now: () => 1,
      onLost: () => undefined,
    })
    queue.add(page('a', 1))
    expect(queue.isWaiting('a')).toBe(true)
    expect(await queue.deliver()).toBe(true)
    expect(sent).toHaveLength(1)
  })

  test.each(['{', '5', '[null, 3, {"book": 1}]', '{"a": 1}', oddTime, noBody])(
    'are none where something else is stored: %s',
    (text) => {
      expect(opened(() => 'taken', { text }).queue.isEmpty).toBe(true)
    },
  )

  test('that are replaced while they are sent are sent again', async () => {
    const storage = { text: null }
    const { queue, words } = opened(({ body }) => {
      if (body['currentPage'] === 1) queue.add(page('a', 2))
      return 'taken'
    }, storage)
    queue.add(page('a', 1))
    expect(await queue.deliver()).toBe(true)
    expect(words()).toEqual(['a 1', 'a 2'])
  })
})
