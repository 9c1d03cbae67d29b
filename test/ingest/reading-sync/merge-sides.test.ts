import { describe, expect, test } from 'bun:test'
import { countRead, isPulled } from '../../../src/ingest/reading-sync/rules/count-progress'
import { mergeSides } from '../../../src/ingest/reading-sync/rules/merge-sides'
import type { Base, Here, There } from '../../../src/ingest/reading-sync/rules/model'
import { Dice, randomSeed } from '../../support/dice'

const book = (number: number, isRead: boolean, last = number) => ({
  first: number,
  last,
  isRead,
  isTouched: isRead,
})

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

const range = { upTo: 10, above: 5, declined: 2 }
test.each([
  ['never touched', { number: 4 }, true],
  ['read', { number: 4, isRead: true, isTouched: true }, false],
  ['marked unread', { number: 4, isTouched: true }, false],
  ['marked unread, but read on there', { number: 6, isTouched: true }, true],
  ['beyond', { number: 11 }, false],
  ['a half chapter beyond', { number: 10.5 }, false],
  ['taken back', { number: 2 }, false],
])('a book that is %s', (_, { number, ...state }, expected) => {
  const one = { first: number, last: number, isRead: false, isTouched: false, ...state }
  expect(isPulled(one, range)).toBe(expected)
})

const here = (values: Partial<Here> = {}): Here => ({
  chapters: 0,
  volumes: null,
  status: null,
  ...values,
})
const there = (values: Partial<There> = {}): There => ({
  chapters: 0,
  volumes: 0,
  status: null,
  ...values,
})
const base = (values: Partial<Base> = {}): Base => ({
  chapters: 0,
  volumes: 0,
  read: { chapters: values.chapters ?? 0, volumes: values.volumes ?? 0 },
  status: null,
  ownStatus: null,
  declined: { chapters: 0, volumes: 0 },
  ...values,
})

describe('progress', () => {
  test.each([
    // Columns: base, here, there, pushed, base afterwards.
    [null, 0, 12, undefined, 12],
    [null, 12, 0, 12, 12],
    [null, 5, 5, undefined, 5],
    [10, 10, 12, undefined, 12],
    [10, 12, 10, 12, 12],
    [10, 12, 11, 12, 12],
    // Books were marked as unread here, so the service keeps its progress.
    [10, 3, 10, undefined, 10],
    // Progress was lowered at the service, so it is not raised until more is read here.
    [10, 10, 4, undefined, 10],
    [10, 11, 4, 11, 11],
  ])('base %p, here %p, there %p', (known, own, theirs, pushed, after) => {
    const before = known === null ? undefined : base({ chapters: known })
    const merged = mergeSides(before, here({ chapters: own }), there({ chapters: theirs }))
    expect(merged.push.chapters).toBe(pushed)
    expect(merged.base.chapters).toBe(after)
    const pulled = { upTo: theirs, above: known ?? 0, declined: 0 }
    expect(merged.pull.chapters).toEqual(theirs > 0 ? pulled : undefined)
  })

  test('a series of volumes has no chapters', () => {
    const own = here({ chapters: null, volumes: 2 })
    const merged = mergeSides(undefined, own, there({ chapters: 30, volumes: 3 }))
    expect(Object.keys(merged.pull)).toEqual(['volumes'])
    expect(merged.base).toMatchObject({ chapters: 0, volumes: 3 })
  })

  test('a service that counts no volumes is not told of any', () => {
    const own = here({ chapters: null, volumes: 2, status: 'reading' })
    const merged = mergeSides(undefined, own, there({ volumes: null, status: 'reading' }))
    expect(merged.push).toEqual({})
    expect(merged.pull).toEqual({})
  })
})

describe('status', () => {
  test.each([
    ['planned', null, 'planned'],
    ['planned', 'reading', undefined],
    ['reading', null, 'reading'],
    ['reading', 'planned', 'reading'],
    ['reading', 'reading', undefined],
    ['reading', 'completed', undefined],
    ['reading', 'dropped', undefined],
    ['completed', 'planned', 'completed'],
    ['completed', 'reading', 'completed'],
    ['completed', 'on_hold', undefined],
    [null, 'reading', undefined],
  ] as const)('%p here, %p there, at the first sync', (own, theirs, pushed) => {
    const entry = theirs === null ? undefined : there({ status: theirs })
    const merged = mergeSides(undefined, here({ status: own }), entry)
    expect(merged.push.status).toBe(pushed)
    expect(merged.base.status).toBe(pushed ?? theirs)
  })

  const dropped = there({ chapters: 5, status: 'dropped' })

  test('of a dropped work changes when it is read on', () => {
    const own = here({ chapters: 6, status: 'reading' })
    const before = base({ chapters: 5, status: 'dropped' })
    expect(mergeSides(before, own, dropped).push).toEqual({ chapters: 6, status: 'reading' })
  })

  test('of a work that was dropped meanwhile stays', () => {
    const own = here({ chapters: 6, status: 'reading' })
    const before = base({ chapters: 5, status: 'reading' })
    expect(mergeSides(before, own, dropped).push).toEqual({ chapters: 6 })
  })

  test('of an entry that was removed there comes back only when it is read on', () => {
    const before = base({ chapters: 5, status: 'reading' })
    const own = here({ chapters: 5, status: 'reading' })
    expect(mergeSides(before, own, undefined).push).toEqual({})
    expect(mergeSides(before, { ...own, chapters: 6 }, undefined).push).toEqual({
      chapters: 6,
      status: 'reading',
    })
  })

  test('planned there is wanted here, once', () => {
    const planned = there({ status: 'planned' })
    expect(mergeSides(undefined, here(), planned).pull.isWanted).toBe(true)
    expect(mergeSides(base({ status: 'planned' }), here(), planned).pull.isWanted).toBeUndefined()
  })
})

test('of 10,000 random steps, no sync lowers a side, and a second one sends nothing', () => {
  const dice = new Dice(randomSeed)
  const read = new Set<number>()
  const touched = new Set<number>()
  const owned = new Set<number>()
  let before: Base | undefined
  let theirs = 0
  const listBooks = () =>
    [...owned].map((one) => ({ ...book(one, read.has(one)), isTouched: touched.has(one) }))
  const toHere = () => here({ chapters: owned.size > 0 ? countRead(listBooks()) : null })
  const sync = () => {
    const { pull } = mergeSides(before, toHere(), there({ chapters: theirs }))
    const pulled = listBooks().filter((one) => pull.chapters && isPulled(one, pull.chapters))
    for (const { first } of pulled) {
      read.add(first)
      touched.add(first)
    }
    const { push, base: next } = mergeSides(before, toHere(), there({ chapters: theirs }))
    theirs = push.chapters ?? theirs
    before = next
    return { pulled: pulled.length, pushed: push.chapters }
  }
  for (let step = 0; step < 10_000; step++) {
    const number = dice.roll(30) + 1
    const act = dice.roll(8)
    if (act === 0) owned.add(number)
    else if (act === 1) owned.delete(number)
    else if (act <= 3) {
      for (const one of [...owned].filter((each) => each <= number)) {
        read.add(one)
        touched.add(one)
      }
    } else if (act === 4) read.delete(number)
    else if (act === 5) theirs = Math.max(theirs, number)
    else if (act === 6) theirs = number
    else {
      const was = { read: new Set(read), theirs }
      sync()
      expect(theirs).toBeGreaterThanOrEqual(was.theirs)
      for (const one of was.read) expect(read.has(one)).toBe(true)
      expect(sync()).toEqual({ pulled: 0, pushed: undefined })
    }
  }
})
