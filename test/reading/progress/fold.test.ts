import { describe, expect, test } from 'bun:test'
import {
  applyReadingEvent,
  type ReadingState,
  type ReadingEvent,
} from '../../../src/reading/progress/apply-reading-events'

const atHour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))
const now = atHour(20)
const book = { pageCount: 20, now }

const buildPageEvent = (number: number, at: number, more: object = {}): ReadingEvent => ({
  kind: 'position',
  origin: 'explicit',
  page: number,
  happenedAt: atHour(at),
  ...more,
})
const read: ReadingEvent = { kind: 'completed', origin: 'explicit' }
const unread: ReadingEvent = { kind: 'unread', origin: 'explicit' }

function foldAll(events: ReadingEvent[], { pageCount = 20 } = {}) {
  let state: ReadingState | undefined
  let logged = 0
  let completions = 0
  for (const event of events) {
    const step = applyReadingEvent(state, event, { pageCount, now })
    if (!step) continue
    logged++
    completions += step.completion ? 1 : 0
    state = step.state
  }
  return { state: state!, logged, completions }
}

const sync = { origin: 'sync' }
const inferred = { origin: 'inferred' }
const expectPage = (number: number, more: object = {}) => ({ page: number, ...more })

describe('reading events change the position', () => {
  test.each<[string, ReadingEvent[], Partial<ReadingState>, number]>([
    ['a first page', [buildPageEvent(5, 1)], expectPage(5, { pass: 1, completed: false }), 1],
    ['turning back', [buildPageEvent(9, 1), buildPageEvent(4, 2)], expectPage(4), 2],
    [
      'P9: a position in whole seconds, of the second in which the book was marked unread',
      [
        buildPageEvent(9, 1),
        { ...unread, happenedAt: new Date(atHour(2).getTime() + 700) },
        buildPageEvent(4, 2),
      ],
      expectPage(4, { started: true, pass: 2 }),
      3,
    ],
    [
      'P9: a position of the second before',
      [
        buildPageEvent(9, 1, { happenedAt: new Date(atHour(2).getTime() + 700) }),
        buildPageEvent(4, 1, { happenedAt: new Date(atHour(2).getTime() - 1_000) }),
      ],
      expectPage(9),
      2,
    ],
    [
      'P9: a position with milliseconds, earlier in the same second',
      [
        buildPageEvent(9, 1, { happenedAt: new Date(atHour(2).getTime() + 700) }),
        buildPageEvent(4, 1, { happenedAt: new Date(atHour(2).getTime() + 300) }),
      ],
      expectPage(9),
      2,
    ],
    [
      'P16: turning back on a device whose clock is years behind',
      [buildPageEvent(9, 1), buildPageEvent(4, 1, { happenedAt: new Date('2017-01-01') })],
      expectPage(4, { positionAt: now }),
      2,
    ],
    [
      'P16: what a device with such a clock synchronizes in the background',
      [buildPageEvent(9, 1), buildPageEvent(4, 1, { ...sync, happenedAt: new Date('2017-01-01') })],
      expectPage(9),
      2,
    ],
    [
      'a synchronized position behind the current one',
      [buildPageEvent(9, 1), buildPageEvent(4, 2, sync)],
      expectPage(9),
      2,
    ],
    [
      'a synchronized position ahead of the current one',
      [buildPageEvent(9, 1), buildPageEvent(12, 2, sync)],
      expectPage(12),
      2,
    ],
    [
      'an inferred page behind the current one',
      [buildPageEvent(9, 1), buildPageEvent(4, 2, inferred)],
      expectPage(9),
      2,
    ],
    ['a late arrival', [buildPageEvent(9, 5), buildPageEvent(15, 2)], expectPage(9), 2],
    [
      'a late arrival at the end',
      [buildPageEvent(9, 5), buildPageEvent(20, 2)],
      expectPage(9, { completed: true }),
      2,
    ],
    [
      'the last page',
      [buildPageEvent(20, 1)],
      expectPage(20, { completed: true, completions: 1 }),
      1,
    ],
    ['a page past the end', [buildPageEvent(99, 1)], expectPage(20, { completed: true }), 1],
    ['98 %', [buildPageEvent(1, 1, { fraction: 0.98 })], { completed: true }, 1],
    ['just under 98 %', [buildPageEvent(1, 1, { fraction: 0.979 })], { completed: false }, 1],
    ['completed: false', [buildPageEvent(20, 1, { completed: false })], { completed: false }, 1],
    [
      'completed: true in the middle',
      [buildPageEvent(7, 1, { completed: true })],
      { completed: true },
      1,
    ],
    [
      'the last page, twice',
      [buildPageEvent(20, 1), buildPageEvent(20, 2)],
      { completions: 1, pass: 1 },
      2,
    ],
    ['read, twice', [read, read], { completions: 1, pass: 1 }, 1],
    [
      'turning back at the end',
      [read, buildPageEvent(19, 21)],
      expectPage(19, { completed: true, pass: 1 }),
      2,
    ],
    [
      '10 % after the end',
      [read, buildPageEvent(2, 21)],
      { completed: false, pass: 2, completions: 1 },
      2,
    ],
    ['15 % after the end', [read, buildPageEvent(3, 21)], { completed: true, pass: 1 }, 2],
    [
      'a second reading',
      [read, buildPageEvent(1, 21), buildPageEvent(20, 22)],
      { completions: 2, pass: 2 },
      3,
    ],
    ['unread', [read, unread], { completed: false, started: false, pass: 2, completions: 1 }, 2],
    ['unread, twice', [read, unread, unread], { pass: 2 }, 2],
    [
      'unread in the middle of a book',
      [buildPageEvent(5, 1), unread],
      expectPage(0, { pass: 2 }),
      2,
    ],
    ['read after unread', [read, unread, read], { completions: 2, pass: 2, completed: true }, 3],
    [
      'a position from before "unread"',
      [buildPageEvent(5, 1), unread, buildPageEvent(8, 2)],
      { started: false },
      3,
    ],
    [
      'a completion from before "unread"',
      [buildPageEvent(5, 1), unread, buildPageEvent(20, 2)],
      { completions: 0 },
      3,
    ],
  ])('%s', (_, events, expected, logged) => {
    const folded = foldAll(events)
    expect(folded.state).toMatchObject(expected)
    expect(folded.logged).toBe(logged)
    expect(folded.completions).toBe(folded.state.completions)
  })
})

test('unread has no effect on a book that was never opened', () => {
  expect(applyReadingEvent(undefined, unread, book)).toBeUndefined()
})

test('a future time is treated as now, so that it does not block later events', () => {
  const ahead = applyReadingEvent(undefined, buildPageEvent(9, 23), book)!
  expect(ahead.entry.happenedAt).toEqual(now)
  expect(applyReadingEvent(ahead.state, buildPageEvent(4, 23), book)!.state.page).toBe(4)
})

test('an event without a time is the latest, even after the clock was set back', () => {
  const { state } = applyReadingEvent(undefined, buildPageEvent(9, 19), book)!
  const back = { pageCount: 20, now: atHour(3) }
  expect(
    applyReadingEvent(state, { kind: 'position', origin: 'explicit', page: 10 }, back)!.state.page,
  ).toBe(10)
})

test('E11: a position that was stored while the clock was wrong does not block later events', () => {
  const nextYear = { pageCount: 20, now: new Date(now.getTime() + 365 * 86_400_000) }
  const { state } = applyReadingEvent(
    undefined,
    { kind: 'position', origin: 'explicit', page: 9 },
    nextYear,
  )!
  for (const event of [buildPageEvent(12, 5), buildPageEvent(12, 5, sync)]) {
    const after = applyReadingEvent(state, event, book)!.state
    expect(after).toMatchObject({ page: 12, positionAt: atHour(5), startedAt: atHour(5) })
  }
})

test('returns the same position when nothing changed', () => {
  const { state } = applyReadingEvent(undefined, buildPageEvent(9, 5), book)!
  expect(applyReadingEvent(state, buildPageEvent(4, 2), book)!.state).toBe(state)
  expect(applyReadingEvent(state, buildPageEvent(4, 6, sync), book)!.state).toBe(state)
})

test('a short book can be reread from page 1, a single page cannot', () => {
  expect(foldAll([read, buildPageEvent(1, 21)], { pageCount: 3 }).state).toMatchObject({ pass: 2 })
  expect(foldAll([read, buildPageEvent(1, 21)], { pageCount: 1 }).state).toMatchObject({ pass: 1 })
})

test('keeps fractions when the number of pages is unknown', () => {
  const synced = { kind: 'position', origin: 'sync', fraction: 0.4 } as const
  const { state } = applyReadingEvent(undefined, synced, { pageCount: 0, now })!
  expect(state).toMatchObject({ page: 1, fraction: 0.4, completed: false })
  const behind = applyReadingEvent(
    state,
    { ...synced, fraction: 0.3 },
    { pageCount: 0, now: atHour(21) },
  )!
  expect(behind.state.fraction).toBe(0.4)
})

test('computes the page for a fraction', () => {
  const synced = { kind: 'position', origin: 'explicit', fraction: 0.5 } as const
  expect(applyReadingEvent(undefined, synced, book)!.state).toMatchObject({
    page: 10,
    fraction: 0.5,
  })
})

test('logs the event and that it completed the book', () => {
  const locator = { href: 'chapter.xhtml' }
  const event = buildPageEvent(20, 1, { locator, device: 'tablet' })
  expect(applyReadingEvent(undefined, event, book)!.entry).toEqual({
    pass: 1,
    kind: 'completed',
    origin: 'explicit',
    page: 20,
    fraction: null,
    locator,
    device: 'tablet',
    happenedAt: atHour(1),
  })
})
