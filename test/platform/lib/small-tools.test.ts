/** Small tools that many modules share. */
import { describe, expect, test } from 'bun:test'
import { createMemoryRelease } from '../../../src/platform/lib/async/memory-release'
import { OrderedDelivery } from '../../../src/platform/lib/async/ordered-delivery'
import {
  getBaseName,
  getFolder,
  getLastPath,
  getStem,
  isDisplaced,
  removeExtension,
} from '../../../src/platform/lib/path-names'
import { redactCredentials } from '../../../src/platform/lib/redact-credentials'
import { Cancelled, Semaphore } from '../../../src/platform/lib/semaphore'
import { splitIntoSlices } from '../../../src/platform/lib/slices'
import { countEdits, findClosest } from '../../../src/platform/lib/text/closest-match'
import { escapeXml } from '../../../src/platform/lib/text/escape-xml'
import { compareNaturally } from '../../../src/platform/lib/text/natural-order'
import { buildSortKey } from '../../../src/platform/lib/text/sort-key'

test.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3],
    [[1, 2], [3]],
  ],
  [
    [1, 2, 3, 4],
    [
      [1, 2],
      [3, 4],
    ],
  ],
])('%j in slices of two', (items, slices) =>
  expect([...splitIntoSlices<number>(items, 2)]).toEqual(slices),
)

test.each([
  ['ba', 'ab', 1],
  ['abc', 'acb', 1],
  ['abcd', 'badc', 2],
  ['ab', 'a', 1],
  ['xab', 'xba', 1],
  ['aab', 'baa', 2],
])('neighbours that changed places count once: %s and %s', (one, other, edits) => {
  expect(countEdits(one, other)).toBe(edits)
})

test.each([
  ['ab', ['ab', 'abc'], 'ab'],
  ['abcd', ['abxy', 'abcx'], 'abcx'],
  ['abcd', ['axyz'], undefined],
  ['abcd', ['abxy'], 'abxy'],
  ['abc', ['axy'], 'axy'],
  ['a', ['b'], undefined],
  ['abcdefghijkl', ['abcdefghixyz'], 'abcdefghixyz'],
  ['abcdefghijk', ['abcdefghxyz'], undefined],
  ['abcd', ['abcdxy'], 'abcdxy'],
  ['abcd', ['abcdxyz'], undefined],
  ['abcd', ['abcx', 'abcy'], 'abcx'],
])('the closest to %s of %j is %p', (word, names, closest) => {
  expect(findClosest(word, names)).toBe(closest)
})

test.each([
  ['a < b & "c" > \'d\'', 'a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;'],
  ['tab\tline\nreturn\r<', 'tab\tline\nreturn\r&lt;'],
  ['bell\u0007, C1 \u0085, \ufffe and \uffff', 'bell, C1 ,  and '],
  ['half \ud800 pair', 'half \ufffd pair'],
  ['plain', 'plain'],
])('escapes %j for XML', (text, xml) => expect(escapeXml(text)).toBe(xml))

test('XML keeps tabs and line breaks of texts that need no other escape', () => {
  expect(escapeXml('tab\tline\nreturn\r')).toBe('tab\tline\nreturn\r')
})

test('concurrent sources are delivered in their order', () => {
  const delivered: string[] = []
  const delivery = new OrderedDelivery<string>((item) => void delivered.push(item))
  delivery.add(1, 'b1')
  delivery.add(0, 'a1')
  delivery.add(2, 'c1')
  delivery.add(1, 'b2')
  expect(delivered).toEqual(['a1'])
  delivery.finish(2)
  delivery.finish(0)
  expect(delivered).toEqual(['a1', 'b1', 'b2'])
  delivery.add(1, 'b3')
  delivery.finish(1)
  delivery.add(3, 'd1')
  expect(delivered).toEqual(['a1', 'b1', 'b2', 'b3', 'c1', 'd1'])
})

test('memory is released after it has grown by a megabyte since it was least', () => {
  let bytes = 0
  let collected = 0
  const release = createMemoryRelease(
    1,
    () => bytes,
    () => void (collected += 1),
  )
  const use = (megabytes: number) => {
    bytes = megabytes * 1024 * 1024
    release()
    return collected
  }
  expect([use(0.99), use(1), use(1.5), use(0.2), use(1.1), use(1.2)]).toEqual([0, 1, 1, 1, 1, 2])
})

describe('paths', () => {
  test.each([
    ['a/b/c.cbz', 'a/b', 'c.cbz', 'c'],
    ['c.CBZ', '', 'c.CBZ', 'c'],
    ['/c.epub', '', 'c.epub', 'c'],
    ['a/Chapter 10.5', 'a', 'Chapter 10.5', 'Chapter 10.5'],
    ['a/.cbz', 'a', '.cbz', '.cbz'],
  ])('%s', (path, folder, name, stem) => {
    expect([getFolder(path), getBaseName(path), getStem(path)]).toEqual([folder, name, stem])
  })

  test('extensions of any kind have at most five characters', () => {
    expect(['a.12345', 'a.123456', '.abc', 'a.b.c'].map(removeExtension)).toEqual([
      'a',
      'a.123456',
      '.abc',
      'a.b',
    ])
  })

  test('displaced books have a path of their own', () => {
    expect([isDisplaced('a/b'), isDisplaced('a/b//2'), isDisplaced(null)]).toEqual([
      false,
      true,
      false,
    ])
    expect([getLastPath('a/b'), getLastPath('a/b//2')]).toEqual(['a/b', 'a/b'])
  })
})

test.each([
  ['10, 9', ['a9', 'a10']],
  ['digits before letters', ['a:', 'ab']],
  ['digits at the ends of their range', ['a0', 'a9', 'a:']],
  ['full-width zero and nine', ['a０', 'a９']],
  ['letters at the ends of their range', ['@', '[', 'A', 'Z']],
  ['zeros alone', ['a0', 'a00', 'a000']],
  ['equal up to case', ['A', 'a']],
])('natural order: %s', (_, sorted) =>
  expect(sorted.toReversed().toSorted(compareNaturally)).toEqual(sorted),
)

test('numbers in sort keys begin with their length, up to nine', () => {
  expect([
    buildSortKey('Vol 007'),
    buildSortKey('Vol 0'),
    buildSortKey(`Vol ${'9'.repeat(12)}`),
  ]).toEqual(['vol 17', 'vol 10', `vol 9${'9'.repeat(12)}`])
  expect([buildSortKey('An Ox'), buildSortKey('Anthem'), buildSortKey('a  b')]).toEqual([
    'ox',
    'anthem',
    'b',
  ])
})

describe('a semaphore', () => {
  const never = new AbortController().signal
  const start = (semaphore: Semaphore, signal = never) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const state = { hasBegun: false }
    const work = semaphore.run(signal, async () => {
      state.hasBegun = true
      await promise
    })
    return {
      state,
      finish: resolve,
      outcome: work.then(
        () => 'done',
        (error: unknown) => (error instanceof Cancelled ? 'cancelled' : 'busy'),
      ),
    }
  }

  const settle = () => new Promise((resolve) => void setImmediate(resolve))

  test('runs some at once, lets some wait, and refuses more', async () => {
    const semaphore = new Semaphore(2, 1)
    const [one, two, waiting, refused] = [
      start(semaphore),
      start(semaphore),
      start(semaphore),
      start(semaphore),
    ]
    expect(await refused.outcome).toBe('busy')
    await settle()
    expect([one, two, waiting].map(({ state }) => state.hasBegun)).toEqual([true, true, false])
    one.finish()
    expect(await one.outcome).toBe('done')
    expect(waiting.state.hasBegun).toBe(true)
    two.finish()
    waiting.finish()
    expect([await two.outcome, await waiting.outcome]).toEqual(['done', 'done'])
    const next = [start(semaphore), start(semaphore)]
    await settle()
    expect(next.map(({ state }) => state.hasBegun)).toEqual([true, true])
    for (const { finish } of next) finish()
  })

  test('forgets work whose signal is aborted', async () => {
    const semaphore = new Semaphore(1, 1)
    const [one, leave] = [start(semaphore), new AbortController()]
    const waiting = start(semaphore, leave.signal)
    leave.abort()
    expect(await waiting.outcome).toBe('cancelled')
    expect(await start(semaphore, leave.signal).outcome).toBe('cancelled')
    const other = start(semaphore)
    one.finish()
    await one.outcome
    expect([other.state.hasBegun, waiting.state.hasBegun]).toEqual([true, false])
    other.finish()
  })
})

test.each([
  ['postgres://quire:secret@db/x', 'postgres://quire:<redacted>@db/x'],
  ['https://db/x', 'https://db/x'],
  ['Bearer abcdefgh', 'Bearer <redacted>'],
  ['Bearer abcdefg', 'Bearer abcdefg'],
  ['Authorization: Basic YQ==', 'Authorization: Basic <redacted>'],
  ['/x?token=abc&page=1', '/x?token=<redacted>&page=1'],
  ['/x?page=1&access_token=abc#y', '/x?page=1&access_token=<redacted>#y'],
])('credentials in %s', (text, redacted) => expect(redactCredentials(text)).toBe(redacted))
