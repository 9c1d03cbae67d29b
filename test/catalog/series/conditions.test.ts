/** Compares conditions in SQL with a simple in-memory evaluation, on random trees and data. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { seriesProgress } from '../../../src/reading/progress/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import type { SeriesCondition } from '../../../src/catalog/series/lists/model'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { listMatchingSeries } from '../../../src/catalog/series/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import { Dice } from '../../support/dice'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { matches, createRandomTree, type Subject } from './evaluate-conditions'

let server: TestServer
let viewer: Viewer
const libraries: SeededLibrary[] = []
const subjects: Subject[] = []

beforeAll(async () => {
  server = await startTestServer()
  viewer = { ...system, userId: server.getUserId('ann') }
  for (const name of ['One', 'Two']) libraries.push(await seedLibrary(server, { name }))
  const dice = new Dice(7)
  for (let i = 0; i < 60; i++) subjects.push(await seedSubject(dice, i))
})
afterAll(() => server.close())

const maybe = <Value>(dice: Dice, values: readonly Value[]) =>
  dice.roll(3) === 0 ? null : dice.one(values)

async function seedSubject(dice: Dice, i: number): Promise<Subject> {
  const library = dice.one(libraries)
  const title = `${dice.one(['Alpha', 'beta', 'Γάμμα', 'ALPHA 50%', 'a_b'])} ${dice.roll(4)}`
  const person = maybe(dice, ['José Díaz', 'Akira T.', 'Żaneta'])
  const bookCount = dice.roll(4)
  const facts = {
    title,
    publisher: maybe(dice, ['Big TestServer', 'big server', 'É', "O'Neil", '']),
    summary: maybe(dice, ['Once upon', 'A TIME of 100% rain', '_']),
    status: maybe(dice, ['ongoing', 'ended'] as const),
    year: maybe(dice, [1990, 1999, 2005]),
    rating: maybe(dice, [10.5, 50, 99.9]),
    totalVolumeCount: maybe(dice, [1, 2]),
    tracked: dice.roll(2) === 0,
    createdAt: new Date(Date.UTC(2020, dice.roll(12), 1)),
    bookCount,
  }
  const row = await seedSeries(server, library, {
    ...facts,
    metadata: {
      summary: facts.summary,
      authors: person === null ? null : [{ name: person, role: 'writer' }],
    },
  })
  const genres = ['Drama', 'Science-Fiction', 'Çocuk'].filter(() => dice.roll(3) === 0)
  const progress = dice.roll(2) === 0 ? { read: dice.roll(4), open: dice.roll(2) } : null
  const wanted = dice.roll(4) === 0
  await server.ctx.write(async (tx) => {
    await setLabels(tx, row.id, 'genre', genres)
    await refreshSearchText(tx, [row.id])
    const seriesId = row.id
    const { userId } = viewer
    if (progress) {
      const at = new Date(Date.UTC(2021, i % 12, 1))
      const counts = { booksRead: progress.read, booksInProgress: progress.open }
      const times = { lastReadAt: at, updatedAt: at }
      await tx.insert(seriesProgress).values({ userId, seriesId, ...counts, ...times })
    }
    if (wanted) await tx.insert(wantToRead).values({ userId, seriesId, position: i })
  })
  return {
    ...facts,
    id: row.id,
    libraryId: library.id,
    genres,
    authors: person === null ? [] : [person],
    read: progress?.read ?? 0,
    open: progress?.open ?? 0,
    readAt: progress ? new Date(Date.UTC(2021, i % 12, 1)) : null,
    wanted,
  }
}

async function findIds(condition: SeriesCondition, as = viewer) {
  const paging = { page: 1, pageSize: 500, offset: 0 }
  const asked = { body: { condition }, sort: undefined, paging }
  const { data, total } = await listMatchingSeries(server.ctx, as, asked)
  expect(total).toBe(data.length)
  return data.map(({ id }) => id).toSorted()
}
const evaluate = (condition: SeriesCondition) =>
  subjects
    .filter((subject) => matches(condition, subject))
    .map(({ id }) => id)
    .toSorted()

describe('series conditions', () => {
  test('return the same as the in-memory evaluation for 250 random trees', async () => {
    const dice = new Dice(4711)
    let partial = 0
    for (let i = 0; i < 250; i++) {
      const tree = createRandomTree(
        dice,
        libraries.map(({ id }) => id),
        4,
      )
      const wanted = evaluate(tree)
      if (wanted.length > 0 && wanted.length < subjects.length) partial += 1
      expect({ tree, ids: await findIds(tree) }).toEqual({ tree, ids: wanted })
    }
    // Trees that match everything or nothing would prove little.
    expect(partial).toBeGreaterThan(100)
  }, 60_000)

  test('match everything for an empty allOf and nothing for an empty anyOf', async () => {
    expect(await findIds({ allOf: [] })).toHaveLength(subjects.length)
    expect(await findIds({ anyOf: [] })).toEqual([])
    expect(await findIds({ not: { anyOf: [] } })).toHaveLength(subjects.length)
  })

  test('never return series of other libraries to a restricted viewer', async () => {
    const restricted = { ...viewer, libraryIds: [libraries[0]!.id] }
    const inside = subjects.filter(({ libraryId }) => libraryId === libraries[0]!.id)
    const everything: SeriesCondition[] = [
      { allOf: [] },
      { not: { anyOf: [] } },
      { anyOf: [{ title: { operator: 'contains', value: 'a' } }, { allOf: [] }] },
      { not: { libraryId: { operator: 'in', values: [] } } },
    ]
    for (const condition of everything) {
      expect(await findIds(condition, restricted)).toEqual(inside.map(({ id }) => id).toSorted())
    }
    const elsewhere = { operator: 'is', value: libraries[1]!.id } as const
    expect(await findIds({ libraryId: elsewhere }, restricted)).toEqual([])
  })
})
