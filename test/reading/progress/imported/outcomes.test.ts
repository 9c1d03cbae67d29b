/** What a merge of reading from another program says of each completion and position. */
import { expect, test } from 'bun:test'
import type { Reading } from '../../../../src/reading/progress/copies/combine-reading'
import {
  hasOwnReading,
  type ImportedReading,
  planImportedReading,
  recomputeImported,
} from '../../../../src/reading/progress/imported/plan-imported-reading'

const dayMs = 24 * 3_600_000
const now = new Date('2025-06-01T00:00:00Z')
const book = { pageCount: 10, now }
const at = (days: number, ms = 0) => new Date(now.getTime() + days * dayMs + ms)

interface Given {
  completed?: { at: Date; isUndated?: boolean; startedAt?: Date }[]
  position?: { fraction: number; at: Date; startedAt?: Date }
}
const imported = ({ completed = [], position }: Given): ImportedReading => ({
  completions: completed.map(({ at: completedAt, isUndated, startedAt = null }) => ({
    startedAt,
    completedAt,
    ...(isUndated !== undefined && { isUndated }),
  })),
  position: position ? { page: null, locator: null, startedAt: null, ...position } : null,
  device: 'import:komga',
})
const nothing: Reading = { progress: undefined, completions: [], events: [] }

function merge(target: Reading, given: Given): Reading {
  const { completions, events, progress } = planImportedReading(target, imported(given), book)
  return {
    completions: [...target.completions, ...completions],
    events: [...target.events, ...events],
    progress: progress ?? target.progress,
  }
}

/** A position that was read here. */
const own = (fraction: number, positionAt: Date, isStarted = true): Reading => ({
  completions: [],
  events: [
    {
      pass: 1,
      kind: 'position',
      origin: 'explicit',
      page: null,
      fraction,
      locator: null,
      device: 'web',
      happenedAt: positionAt,
      createdAt: positionAt,
    },
  ],
  progress: {
    pass: 1,
    page: Math.ceil(fraction * 10),
    fraction,
    locator: null,
    completed: false,
    completions: 0,
    started: isStarted,
    startedAt: positionAt,
    lastCompletedAt: null,
    positionAt,
    updatedAt: positionAt,
  },
})

const once = merge(nothing, { completed: [{ at: at(-10) }] })
const inside = merge(nothing, { position: { fraction: 0.4, at: at(-10) } })

test.each<[string, Reading, Given, string[]]>([
  ['a completion', nothing, { completed: [{ at: at(-10) }] }, ['new']],
  ['the same one', once, { completed: [{ at: at(-10) }] }, ['same']],
  ['one less than a day later', once, { completed: [{ at: at(-9, -1) }] }, ['same']],
  ['one a day later', once, { completed: [{ at: at(-9) }] }, ['new']],
  [
    'two within a day',
    nothing,
    { completed: [{ at: at(-10) }, { at: at(-9, -1) }] },
    ['new', 'same'],
  ],
  ['two a day apart', nothing, { completed: [{ at: at(-10) }, { at: at(-9) }] }, ['new', 'new']],
  [
    'an undated one after another',
    once,
    { completed: [{ at: at(-3), isUndated: true }] },
    ['same'],
  ],
  ['an undated one alone', nothing, { completed: [{ at: at(-3), isUndated: true }] }, ['new']],
  [
    'two undated ones',
    nothing,
    {
      completed: [
        { at: at(-9), isUndated: true },
        { at: at(-3), isUndated: true },
      ],
    },
    ['new', 'same'],
  ],
  ['a position', nothing, { position: { fraction: 0.4, at: at(-10) } }, ['new']],
  ['the same position', inside, { position: { fraction: 0.4, at: at(-10) } }, ['same']],
  ['another fraction at that time', inside, { position: { fraction: 0.5, at: at(-10) } }, ['new']],
  ['an older position', inside, { position: { fraction: 0.3, at: at(-11) } }, ['older']],
  [
    'an older position, at the same place',
    own(0.4, at(-1)),
    { position: { fraction: 0.4, at: at(-2) } },
    ['same'],
  ],
  [
    'a newer position than here',
    own(0.4, at(-2)),
    { position: { fraction: 0.5, at: at(-1) } },
    ['new'],
  ],
  [
    'an older position than here',
    own(0.4, at(-1)),
    { position: { fraction: 0.3, at: at(-2) } },
    ['older'],
  ],
  ['a position at 98 percent', nothing, { position: { fraction: 0.98, at: at(-1) } }, ['new']],
])('%s', (_, target, given, outcomes) => {
  expect(planImportedReading(target, imported(given), book).outcomes as string[]).toEqual(outcomes)
})

test('what is in the future is left out', () => {
  const plan = (given: Given) => planImportedReading(nothing, imported(given), book).outcomes.length
  expect(plan({ completed: [{ at: now }] })).toBe(1)
  expect(plan({ completed: [{ at: at(0, 1) }] })).toBe(0)
  expect(plan({ position: { fraction: 0.4, at: now } })).toBe(1)
  expect(plan({ position: { fraction: 0.4, at: at(0, 1) } })).toBe(0)
})

test('a position from 98 percent is a completion', () => {
  const read = (fraction: number) => merge(nothing, { position: { fraction, at: at(-1) } })
  expect(read(0.98).progress).toMatchObject({
    completed: true,
    completions: 1,
    lastCompletedAt: at(-1),
    page: 10,
  })
  expect(read(0.97).progress).toMatchObject({
    completed: false,
    completions: 0,
    lastCompletedAt: null,
  })
})

test('the last completion is the latest, and the place is as old as its reading', () => {
  const { progress } = merge(once, { completed: [{ at: at(-20) }] })
  expect(progress).toMatchObject({
    completions: 2,
    lastCompletedAt: at(-10),
    updatedAt: at(-10),
    hidden: false,
  })
})

test('a merge that repeats what is known changes nothing', () => {
  const repeated = planImportedReading(once, imported({ completed: [{ at: at(-10) }] }), book)
  expect(repeated).toMatchObject({ completions: [], events: [], progress: undefined })
})

test('reading is own unless an import added all of it', () => {
  expect([nothing, once, own(0.4, at(-1))].map(hasOwnReading)).toEqual([false, false, true])
  expect(hasOwnReading({ ...own(0.4, at(-1)), events: [] })).toBe(true)
})

test('imported reading alone gives its position again', () => {
  expect(recomputeImported(inside, book)).toMatchObject({
    fraction: 0.4,
    positionAt: at(-10),
    completions: 0,
  })
  expect(recomputeImported(once, book)).toMatchObject({ completed: true, completions: 1 })
  expect(recomputeImported(nothing, book)).toBeUndefined()
})
