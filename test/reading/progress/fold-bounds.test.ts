/** The rules of reading events at their bounds. */
import { describe, expect, test } from 'bun:test'
import {
  applyReadingEvent,
  completePosition,
  type ReadingEvent,
  type ReadingState,
} from '../../../src/reading/progress/apply-reading-events'

const dayMs = 24 * 3_600_000
const now = new Date('2026-05-01T12:00:00.500Z')
const later = (ms: number, from = now) => new Date(from.getTime() + ms)

const createState = (values: Partial<ReadingState> = {}): ReadingState => ({
  pass: 1,
  page: 10,
  fraction: 0.5,
  locator: null,
  completed: false,
  completions: 0,
  started: true,
  startedAt: later(-5000),
  lastCompletedAt: null,
  positionAt: later(-4000),
  ...values,
})
const position = (values: object = {}): ReadingEvent => ({
  kind: 'position',
  origin: 'explicit',
  page: 12,
  ...values,
})
const completed = (values: object = {}): ReadingEvent => ({
  kind: 'completed',
  origin: 'explicit',
  ...values,
})
const unread = (values: object = {}): ReadingEvent => ({
  kind: 'unread',
  origin: 'explicit',
  ...values,
})
const apply = (state: ReadingState | undefined, event: ReadingEvent, more: object = {}) =>
  applyReadingEvent(state, event, { pageCount: 20, now, ...more })
const done = (values: Partial<ReadingState> = {}) =>
  createState({
    completed: true,
    completions: 1,
    fraction: 1,
    page: 20,
    lastCompletedAt: later(-4000),
    ...values,
  })

describe('a position completes a pass', () => {
  test.each([
    ['on the last page', { page: 20 }, 20, true],
    ['before it', { page: 19 }, 20, false],
    ['after it', { page: 21 }, 20, true],
    ['at 98 percent', { page: undefined, fraction: 0.98 }, 20, true],
    ['just before', { page: undefined, fraction: 0.9799 }, 20, false],
    ['on a page of unknown length', { page: 1 }, 0, false],
    ['when it says so', { page: 2, completed: true }, 20, true],
    ['unless it says not', { page: 20, completed: false }, 20, false],
  ])('%s: %#', (_, event, pageCount, isCompleted) => {
    const step = apply(undefined, position(event), { pageCount })!
    expect([step.state.completed, step.entry.kind]).toEqual([
      isCompleted,
      isCompleted ? 'completed' : 'position',
    ])
  })
})

describe('the next pass', () => {
  test.each([
    ['begins at ten percent', { page: undefined, fraction: 0.1 }, 20, 2],
    ['not beyond', { page: undefined, fraction: 0.1001 }, 20, 1],
    ['begins on page 1 of a short book', { page: 1 }, 5, 2],
    ['not on page 2 of it', { page: 2 }, 5, 1],
    ['not on page 1 with a fraction beyond', { page: 1, fraction: 0.2 }, 5, 1],
    ['not on the only page', { page: 1 }, 1, 1],
    ['not if the position completes', { page: 1, completed: true }, 20, 1],
    ['begins if it says that it does not', { page: 1, completed: false }, 20, 2],
  ])('%s', (_, event, pageCount, pass) => {
    expect(apply(done(), position(event), { pageCount })!.state.pass).toBe(pass)
  })

  test('comes after the highest one', () => {
    const { state } = apply(done(), position({ page: 1 }), { highestPass: 7 })!
    expect(state).toMatchObject({
      pass: 8,
      completions: 1,
      completed: false,
      page: 1,
      startedAt: now,
    })
    expect(apply(done(), unread(), { highestPass: 7 })!.state).toMatchObject({
      pass: 8,
      started: false,
    })
    expect(apply(done(), unread(), { highestPass: 0 })!.state.pass).toBe(2)
  })
})

describe('times', () => {
  const resolve = (state: ReadingState | undefined, event: ReadingEvent) =>
    apply(state, event)!.entry.happenedAt

  test.each([
    ['without a time', undefined, undefined, now],
    ['in the future', later(1), undefined, now],
    ['now', now, undefined, now],
    ['in the past', later(-1), undefined, later(-1)],
    ['before there was a server', new Date('2024-12-31T23:59:59.999Z'), undefined, now],
    ['at the first possible time', new Date('2025-01-01'), undefined, new Date('2025-01-01')],
    ['in whole seconds of the position', new Date('2026-05-01T12:00:00Z'), later(-1), later(-1)],
    [
      'in whole seconds before',
      new Date('2026-05-01T11:59:59Z'),
      later(-1),
      new Date('2026-05-01T11:59:59Z'),
    ],
    ['with milliseconds', later(-100), later(-1), later(-100)],
    ['without a time, after a position ahead', undefined, later(1000), later(1000)],
  ])('of a position %s', (_, happenedAt, positionAt, expected) => {
    const state = positionAt && createState({ positionAt })
    expect(resolve(state, position({ happenedAt }))).toEqual(expected)
  })

  test('of synchronized positions may be older than the server', () => {
    const happenedAt = new Date('2020-01-01')
    expect(resolve(undefined, position({ origin: 'sync', happenedAt }))).toEqual(happenedAt)
    expect(resolve(undefined, completed({ happenedAt }))).toEqual(happenedAt)
  })

  test.each([
    ['a day ahead stays', later(dayMs), false],
    ['further ahead is corrected', later(dayMs + 1), true],
  ])('a position that is %s', (_, positionAt, isCorrected) => {
    const { state } = apply(
      createState({ positionAt, startedAt: positionAt }),
      position({ happenedAt: later(-10) }),
    )!
    expect(state.positionAt.getTime() <= now.getTime()).toBe(isCorrected)
    expect(state.page).toBe(isCorrected ? 12 : 10)
  })

  test('a correction keeps an earlier start', () => {
    const startedAt = later(-dayMs)
    const { state } = apply(createState({ positionAt: later(3 * dayMs), startedAt }), position())!
    expect([state.startedAt, state.positionAt]).toEqual([startedAt, now])
  })
})

describe('a late position', () => {
  const at = (ms: number) => ({ happenedAt: later(ms) })
  test.each([
    ['of the first pass completes it', createState(), position({ page: 20, ...at(-9000) }), true],
    [
      'since the start of a pass completes it',
      createState({ pass: 2 }),
      position({ page: 20, ...at(-5000) }),
      true,
    ],
    [
      'before the start of a later pass does not',
      createState({ pass: 2 }),
      position({ page: 20, ...at(-5001) }),
      false,
    ],
    ['in the middle does not', createState(), position({ page: 12, ...at(-4600) }), false],
  ])('%s', (_, state, event, isCompleted) => {
    const step = apply(state, event)!
    expect([step.state.completed, step.state.page]).toEqual([isCompleted, 10])
  })

  test('moves the start of the pass back', () => {
    const { state, completion } = apply(createState(), completed(at(-9000)))!
    expect([state.startedAt, completion?.startedAt]).toEqual([later(-9000), later(-9000)])
    const usual = apply(createState(), completed(at(-10)))!
    expect([usual.state.startedAt, usual.completion?.startedAt]).toEqual([
      later(-5000),
      later(-5000),
    ])
  })

  test('keeps the latest completion', () => {
    const known = createState({ lastCompletedAt: later(-1) })
    expect(apply(known, completed(at(-10)))!.state.lastCompletedAt).toEqual(later(-1))
    expect(
      apply(createState({ lastCompletedAt: later(-20) }), completed(at(-10)))!.state
        .lastCompletedAt,
    ).toEqual(later(-10))
  })
})

describe('an inferred position', () => {
  const inferred = (values: object) => position({ origin: 'inferred', page: undefined, ...values })
  test.each([
    ['further on moves', { fraction: 0.51 }, 20, 0.51],
    ['at the same place moves', { fraction: 0.5 }, 20, 0.5],
    ['behind stays', { fraction: 0.49 }, 20, 0.5],
  ])('%s', (_, event, pageCount, fraction) => {
    const { state } = apply(createState(), inferred({ ...event, happenedAt: now }), { pageCount })!
    expect([state.fraction, state.positionAt.getTime() === now.getTime()]).toEqual([
      fraction,
      fraction === event.fraction,
    ])
  })

  test('at the very beginning is behind any other place', () => {
    const state = createState({ page: 1, fraction: 0.05 })
    expect(apply(state, inferred({ fraction: 0 }))!.state.fraction).toBe(0.05)
  })

  test.each([
    ['a later page', 11, 11],
    ['an earlier page', 9, 10],
  ])('of a book of unknown length: %s', (_, page, expected) => {
    const state = createState({ fraction: 0 })
    expect(apply(state, inferred({ page }), { pageCount: 0 })!.state.page).toBe(expected)
  })
})

test('nothing is logged for what is already so', () => {
  expect(apply(done(), completed())).toBeUndefined()
  expect(apply(undefined, unread())).toBeUndefined()
  expect(apply(createState({ started: false }), unread())).toBeUndefined()
  expect(apply(createState({ started: false, completed: true }), unread())).toBeDefined()
})

test('a position opens a pass without one', () => {
  expect(apply(createState({ started: false, pass: 3 }), position())!.state).toMatchObject({
    started: true,
    startedAt: now,
    pass: 3,
  })
})

test.each([
  [null, 0, 20, { page: 1, fraction: 0 }],
  [null, 0.5, 20, { page: 10, fraction: 0.5 }],
  [null, 0.51, 20, { page: 11, fraction: 0.51 }],
  [null, 1, 20, { page: 20, fraction: 1 }],
  [0, null, 20, { page: 1, fraction: 0.05 }],
  [5, null, 20, { page: 5, fraction: 0.25 }],
  [25, null, 20, { page: 20, fraction: 1 }],
  [5, 0.9, 20, { page: 5, fraction: 0.9 }],
  [0, null, 0, { page: 1, fraction: 0 }],
  [7, null, 0, { page: 7, fraction: 0 }],
  [null, 0.3, 0, { page: 1, fraction: 0.3 }],
])('page %p and fraction %p of %d pages', (page, fraction, pageCount, point) => {
  expect(completePosition(page, fraction, pageCount)).toEqual(point)
})
