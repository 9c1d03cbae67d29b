/** Rules of merging reading from other programs. */
import { expect, test } from 'bun:test'
import {
  type ImportedPosition,
  type ImportedReading,
  planImportedReading,
} from '../../../../src/reading/progress/imported/plan-imported-reading'
import type { Reading } from '../../../../src/reading/progress/copies/combine-reading'
import { Dice, randomSeed } from '../../../support/dice'

const now = new Date('2025-06-01T00:00:00Z')
const book = { pageCount: 10, now }
const empty: Reading = { progress: undefined, completions: [], events: [] }
const day = (text: string) => new Date(`${text}T12:00:00Z`)

const finished = (...days: string[]): ImportedReading => ({
  completions: days.map((one) => ({ startedAt: null, completedAt: day(one) })),
  position: null,
  device: 'import:komga',
})
const onPage = (
  page: number,
  at: string,
  more: Partial<ImportedPosition> = {},
): ImportedReading => ({
  completions: [],
  position: { page, fraction: page / 10, locator: null, startedAt: null, at: day(at), ...more },
  device: 'import:kavita',
})

/** Adds what was planned, as the store does. */
function merge(target: Reading, imported: ImportedReading): Reading {
  const { completions, events, progress } = planImportedReading(target, imported, book)
  return {
    completions: [...target.completions, ...completions],
    events: [...target.events, ...events],
    progress: progress ?? target.progress,
  }
}

const summarize = ({ progress, completions }: Reading) => ({
  completed: completions
    .map(({ completedAt }) => completedAt.toISOString().slice(0, 10))
    .toSorted(),
  page: progress?.completed ? 'end' : (progress?.page ?? null),
  count: progress?.completions ?? 0,
})

/** Reading in Quire itself. */
function own(page: number, at: string, completed = false): Reading {
  const positionAt = day(at)
  const event = { pass: 1, origin: 'explicit', page, fraction: page / 10, locator: null } as const
  return {
    completions: completed ? [{ pass: 1, startedAt: positionAt, completedAt: positionAt }] : [],
    events: [
      {
        ...event,
        kind: completed ? 'completed' : 'position',
        device: 'web',
        happenedAt: positionAt,
        createdAt: positionAt,
      },
    ],
    progress: {
      pass: 1,
      page,
      fraction: page / 10,
      locator: null,
      completed,
      completions: completed ? 1 : 0,
      started: true,
      startedAt: positionAt,
      lastCompletedAt: completed ? positionAt : null,
      positionAt,
      updatedAt: positionAt,
    },
  }
}

const cases: { name: string; here?: Reading; there: ImportedReading[]; expected: object }[] = [
  {
    name: 'three readings in three years',
    there: [finished('2021-01-01', '2022-01-01', '2024-01-01')],
    expected: { completed: ['2021-01-01', '2022-01-01', '2024-01-01'], page: 'end', count: 3 },
  },
  {
    name: 'three readings from three programs',
    there: [finished('2024-01-01'), finished('2021-01-01'), finished('2022-01-01')],
    expected: { completed: ['2021-01-01', '2022-01-01', '2024-01-01'], page: 'end', count: 3 },
  },
  {
    name: 'one reading that two programs know of',
    there: [finished('2024-01-01'), finished('2024-01-01')],
    expected: { completed: ['2024-01-01'], page: 'end', count: 1 },
  },
  {
    name: 'a reading after the last completion',
    there: [onPage(4, '2024-03-01'), finished('2022-01-01')],
    expected: { completed: ['2022-01-01'], page: 4, count: 1 },
  },
  {
    name: 'a position before the completion',
    there: [finished('2022-01-01'), onPage(4, '2021-12-01')],
    expected: { completed: ['2022-01-01'], page: 'end', count: 1 },
  },
  {
    name: 'the last page',
    there: [onPage(10, '2022-01-01')],
    expected: { completed: ['2022-01-01'], page: 'end', count: 1 },
  },
  {
    name: 'a position behind a newer one here',
    here: own(7, '2025-01-01'),
    there: [onPage(4, '2024-03-01')],
    expected: { completed: [], page: 7, count: 0 },
  },
  {
    name: 'a newer position behind that here',
    here: own(7, '2024-01-01'),
    there: [onPage(4, '2024-03-01')],
    expected: { completed: [], page: 7, count: 0 },
  },
  {
    name: 'a newer position further on',
    here: own(2, '2024-01-01'),
    there: [onPage(4, '2024-03-01')],
    expected: { completed: [], page: 4, count: 0 },
  },
  {
    name: 'an older completion than the reading here',
    here: own(2, '2025-01-01'),
    there: [finished('2022-01-01')],
    expected: { completed: ['2022-01-01'], page: 2, count: 1 },
  },
  {
    name: 'a completion after the reading here',
    here: own(2, '2024-01-01'),
    there: [finished('2024-03-01')],
    expected: { completed: ['2024-03-01'], page: 'end', count: 1 },
  },
  {
    name: 'older completions of a book that is finished here',
    here: own(10, '2025-01-01', true),
    there: [finished('2022-01-01', '2023-01-01')],
    expected: { completed: ['2022-01-01', '2023-01-01', '2025-01-01'], page: 'end', count: 3 },
  },
  {
    name: 'the future is left out',
    there: [finished('2030-01-01'), onPage(3, '2031-01-01')],
    expected: { completed: [], page: null, count: 0 },
  },
]

test.each(cases)('$name', ({ here = empty, there, expected }) => {
  const merged = there.reduce(merge, here)
  expect(summarize(merged)).toEqual(expected as never)
  expect(there.reduce(merge, merged)).toEqual(merged)
  const passes = merged.completions.map(({ pass }) => pass)
  expect(new Set(passes).size).toBe(passes.length)
})

test('any order of the same sources ends the same', () => {
  const dice = new Dice(randomSeed)
  for (let round = 0; round < 300; round++) {
    const sources = Array.from({ length: 2 + dice.roll(3) }, (_, n) => {
      const at = `2024-${String(1 + n * 3 + dice.roll(3)).padStart(2, '0')}-10`
      return dice.roll(2) === 0 ? finished(at) : onPage(1 + dice.roll(9), at)
    })
    const expected = summarize(sources.reduce(merge, empty))
    const shuffled = sources
      .map((source) => ({ source, key: dice.roll(1000) }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ source }) => source)
    expect(summarize(shuffled.reduce(merge, empty)), JSON.stringify(sources)).toEqual(expected)
  }
})
