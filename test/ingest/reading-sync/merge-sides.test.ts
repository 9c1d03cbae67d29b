import { describe, expect, test } from 'bun:test'
import { countRead } from '../../../src/ingest/reading-sync/rules/count-progress'
import { mergeSides } from '../../../src/ingest/reading-sync/rules/merge-sides'
import type { Side, SyncedState } from '../../../src/ingest/reading-sync/rules/model'
import { Dice, randomSeed } from '../../storm/dice'

const book = (number: number, isRead: boolean, last = number) => ({ first: number, last, isRead })

test.each([
  ['nothing', [], 0],
  ['all', [book(1, true), book(2, true)], 2],
  ['none', [book(1, false), book(2, false)], 0],
  ['a gap in what is owned', [book(1, true), book(4, true), book(5, false)], 4],
  ['a gap in what is read', [book(1, true), book(2, false), book(3, true)], 1],
  ['half chapters', [book(10, true), book(10.5, true), book(11, false)], 10],
  ['a range', [book(1, true, 3), book(4, true, 6), book(7, false, 9)], 6],
  ['a range that an unread one begins in', [book(1, true, 3), book(2, false)], 0],
  ['any order', [book(3, false), book(2, true), book(1, true)], 2],
])('read without %s', (_, books, expected) => expect(countRead(books)).toBe(expected))

const old = new Date(1000)
const newer = new Date(2000)
const side = (values: Partial<Side> = {}): Side => ({
  chapters: 0,
  volumes: null,
  status: null,
  score: null,
  changedAt: old,
  isStatusChosen: false,
  ...values,
})
const state = (values: Partial<SyncedState> = {}): SyncedState => ({
  chapters: null,
  volumes: null,
  status: null,
  score: null,
  ...values,
})

describe('progress', () => {
  test.each([
    // base, here, there, pulled, pushed, base afterwards
    [null, 0, 12, { above: 0, upTo: 12 }, undefined, 12],
    [null, 12, 0, undefined, 12, 12],
    [null, 5, 5, undefined, undefined, 5],
    [10, 10, 12, { above: 10, upTo: 12 }, undefined, 12],
    [10, 12, 10, undefined, 12, 12],
    [10, 12, 11, undefined, 12, 12],
    [10, 11, 12, { above: 10, upTo: 12 }, undefined, 12],
    // Unread here: stays unread, and the service keeps its progress.
    [10, 3, 10, undefined, undefined, 10],
    // Then the service grows: only what is new is marked.
    [10, 3, 12, { above: 10, upTo: 12 }, undefined, 12],
    // Lowered there: not raised again, until more is read.
    [10, 10, 4, undefined, undefined, 10],
    [10, 11, 4, undefined, 11, 11],
  ])('base %p, here %p, there %p', (known, here, there, pulled, pushed, after) => {
    const base = known === null ? undefined : state({ chapters: known })
    const merged = mergeSides(base, side({ chapters: here }), side({ chapters: there }))
    expect(merged.pull.chapters).toEqual(pulled as never)
    expect(merged.push.chapters).toBe(pushed as never)
    expect(merged.base.chapters).toBe(after)
  })

  test('a series of volumes has no chapters', () => {
    const here = side({ chapters: null, volumes: 2 })
    const merged = mergeSides(undefined, here, side({ chapters: 30, volumes: 3 }))
    expect(merged.pull).toEqual({ volumes: { above: 0, upTo: 3 } })
    expect(merged.base.chapters).toBeNull()
  })
})

test.each([
  ['nothing', null, null, null, undefined, undefined, 0],
  ['here only', null, 'reading', null, undefined, 'reading', 0],
  ['there only', null, null, 'reading', 'reading', undefined, 0],
  ['changed here', 'reading', 'dropped', 'reading', undefined, 'dropped', 0],
  ['changed there', 'reading', 'reading', 'dropped', 'dropped', undefined, 0],
  ['both the same', 'reading', 'completed', 'completed', undefined, undefined, 0],
  ['both, there newer', 'reading', 'completed', 'dropped', 'dropped', undefined, 1],
  ['removed there', 'reading', 'reading', null, undefined, undefined, 0],
] as const)('status: %s', (_, known, here, there, pulled, pushed, conflicts) => {
  const merged = mergeSides(
    state({ status: known }),
    side({ status: here }),
    side({ status: there, changedAt: newer }),
  )
  expect(merged.pull.status).toBe(pulled as never)
  expect(merged.push.status).toBe(pushed as never)
  expect(merged.conflicts).toHaveLength(conflicts)
})

test('a status that a person chose wins over a newer one that follows from reading', () => {
  const here = side({ status: 'on_hold', isStatusChosen: true })
  const there = side({ status: 'reading', changedAt: newer })
  const merged = mergeSides(state({ status: 'planned' }), here, there)
  expect(merged.push.status).toBe('on_hold')
  expect(merged.conflicts).toHaveLength(1)
})

test('of 10,000 random steps, no sync lowers a side, and a second one sends nothing', () => {
  const dice = new Dice(randomSeed)
  let base: SyncedState | undefined
  const here = { read: new Set<number>(), status: null as Side['status'] }
  let there = 0
  const toSide = (): Side => side({ chapters: countOwn(here.read) })
  for (let step = 0; step < 10_000; step++) {
    const number = dice.roll(30) + 1
    const act = dice.roll(6)
    if (act <= 1) for (let one = 1; one <= number; one++) here.read.add(one)
    else if (act === 2) here.read.delete(number)
    else if (act === 3) there = Math.max(there, number)
    else if (act === 4) there = number
    else {
      const before = { here: new Set(here.read), there }
      const merged = mergeSides(base, toSide(), side({ chapters: there }))
      const { pull, push } = merged
      if (pull.chapters) {
        const { above, upTo } = pull.chapters
        for (let one = above + 1; one <= upTo; one++) here.read.add(one)
      }
      there = push.chapters ?? there
      base = merged.base
      expect(there).toBeGreaterThanOrEqual(before.there)
      for (const one of before.here) expect(here.read.has(one)).toBe(true)
      const again = mergeSides(base, toSide(), side({ chapters: there }))
      expect([again.pull, again.push, again.conflicts]).toEqual([{}, {}, []])
    }
  }
})

const countOwn = (read: ReadonlySet<number>) =>
  countRead(Array.from({ length: 31 }, (_, index) => book(index + 1, read.has(index + 1))))
