/** What a person likes, and which series fit that best. */
import { expect, test } from 'bun:test'
import { chooseRecommendations } from '../../../src/ingest/recommendations/recommend'
import { buildTaste, type Seed } from '../../../src/ingest/recommendations/taste'

const now = new Date('2026-05-01T00:00:00Z')
const dayMs = 86_400_000
const seed = (seriesId: string, values: Partial<Seed> = {}): Seed => ({
  seriesId,
  bookCount: 10,
  booksRead: 0,
  readCount: 0,
  lastReadAt: null,
  ...values,
})
const genre = (id: string) => ({ kind: 'genre', id }) as const
const of = (seriesId: string, id: string, seriesCount = 1) => ({
  ...genre(id),
  seriesId,
  seriesCount,
})
const weightOf = (
  values: Partial<Seed>,
  kind: 'genre' | 'tag' | 'person' = 'genre',
  seriesCount = 1,
) =>
  buildTaste([seed('s', values)], [{ kind, id: 'g', seriesId: 's', seriesCount }], {
    totalSeries: Math.E - 1,
    now,
  }).weights.get(`${kind} g`)!

test.each<[Partial<Seed>, number]>([
  [{}, 0.15],
  [{ booksRead: 1 }, 0.35],
  [{ booksRead: 9 }, 0.35],
  [{ booksRead: 10 }, 0.5],
  [{ readCount: 1 }, 0.5],
  [{ bookCount: 0, booksRead: 0 }, 0.15],
  [{ readCount: 1, lastReadAt: now }, 1],
  [{ readCount: 1, lastReadAt: new Date(now.getTime() + dayMs) }, 1],
  [{ readCount: 1, lastReadAt: new Date(now.getTime() - 365 * dayMs) }, 0.75],
])('the weight of a series: %j', (values, weight) => {
  expect(weightOf(values)).toBeCloseTo(weight, 6)
})

test('creators weigh more than genres, tags less, and rare features more than common ones', () => {
  const read = { readCount: 1 }
  expect(weightOf(read, 'person')).toBeCloseTo(1, 6)
  expect(weightOf(read, 'tag')).toBeCloseTo(0.4, 6)
  expect(weightOf(read, 'genre', 0)).toBeCloseTo(0.5, 6)
  expect(weightOf(read, 'genre', 2)).toBeLessThan(0.5)
})

test('features of several series add up; those of others do not count; at most sixty are kept', () => {
  const taste = (features: ReturnType<typeof of>[]) =>
    buildTaste([seed('s'), seed('t')], features, { totalSeries: Math.E - 1, now })
  expect(taste([of('s', 'g'), of('t', 'g')]).weights.get('genre g')).toBeCloseTo(0.3, 6)
  expect([...taste([of('x', 'g')]).weights]).toEqual([])
  const many = taste([...Array.from({ length: 61 }, (_, n) => of('s', `g${n}`)), of('t', 'g60')])
  expect([many.weights.size, [...many.weights.keys()][0]]).toEqual([60, 'genre g60'])
})

test('series are ranked by what they share, with the best seeds first', () => {
  const taste = {
    weights: new Map([
      ['genre a', 4],
      ['genre b', 1],
    ]),
    seeds: new Map([
      [
        'genre a',
        new Map([
          ['s1', 0.5],
          ['s2', 1],
          ['s3', 0.2],
          ['s4', 0.1],
        ]),
      ],
      ['genre b', new Map([['s1', 1]])],
    ]),
  }
  const chosen = chooseRecommendations(
    [
      { seriesId: 'both', features: [genre('a'), genre('b'), genre('a')] },
      { seriesId: 'a', features: [genre('a')] },
      { seriesId: 'b', features: [genre('b'), genre('unknown')] },
      { seriesId: 'none', features: [genre('unknown')] },
    ],
    taste,
  )
  expect(chosen).toEqual([
    { seriesId: 'both', score: 1, seedIds: ['s2', 's1', 's3'] },
    { seriesId: 'a', score: 0.8, seedIds: ['s2', 's1', 's3'] },
    { seriesId: 'b', score: 0.2, seedIds: ['s1'] },
  ])
})

test('one reason does not fill the list, which has at most sixty', () => {
  const taste = {
    weights: new Map([
      ['genre a', 10],
      ['genre b', 9],
    ]),
    seeds: new Map([
      ['genre a', new Map([['s1', 1]])],
      ['genre b', new Map([['s2', 1]])],
    ]),
  }
  const candidates = ['a', 'b'].flatMap((id) =>
    Array.from({ length: 40 }, (_, n) => ({ seriesId: `${id}${n}`, features: [genre(id)] })),
  )
  const ids = chooseRecommendations(candidates, taste).map(({ seriesId }) => seriesId)
  expect(ids.slice(0, 6)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2'])
  expect(ids).toHaveLength(60)
  expect(chooseRecommendations([], taste)).toEqual([])
  const uneven = { ...taste, weights: new Map([...taste.weights, ['genre b', 7]]) }
  const first = chooseRecommendations(candidates, uneven).slice(0, 4)
  expect(first.map(({ seriesId }) => seriesId)).toEqual(['a0', 'a1', 'b0', 'a2'])
})
