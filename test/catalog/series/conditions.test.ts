/** The SQL of a condition answers as a plain reading of the condition does, on random trees and data. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { seriesProgress } from '../../../src/reading/progress/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import type { SeriesCondition } from '../../../src/catalog/series/lists/model'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { listMatchingSeries } from '../../../src/catalog/series/service'
import { system, type Viewer } from '../../../src/accounts/permissions/model'
import { Dice } from '../../storm/dice'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { holds, randomTree, type Subject } from './plain-conditions'

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

const some = <Value>(dice: Dice, values: readonly Value[]) =>
  dice.roll(3) === 0 ? null : dice.one(values)

async function seedSubject(dice: Dice, i: number): Promise<Subject> {
  const library = dice.one(libraries)
  const title = `${dice.one(['Alpha', 'beta', 'Γάμμα', 'ALPHA 50%', 'a_b'])} ${dice.roll(4)}`
  const person = some(dice, ['José Díaz', 'Akira T.', 'Żaneta'])
  const bookCount = dice.roll(4)
  const facts = {
    title,
    publisher: some(dice, ['Big TestServer', 'big server', 'É', "O'Neil", '']),
    summary: some(dice, ['Once upon', 'A TIME of 100% rain', '_']),
    status: some(dice, ['ongoing', 'ended'] as const),
    year: some(dice, [1990, 1999, 2005]),
    rating: some(dice, [10.5, 50, 99.9]),
    totalVolumeCount: some(dice, [1, 2]),
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

async function idsOf(condition: SeriesCondition, as = viewer) {
  const paging = { page: 1, pageSize: 500, offset: 0 }
  const asked = { body: { condition }, sort: undefined, paging }
  const { data, total } = await listMatchingSeries(server.ctx, as, asked)
  expect(total).toBe(data.length)
  return data.map(({ id }) => id).toSorted()
}
const plainly = (condition: SeriesCondition) =>
  subjects
    .filter((subject) => holds(condition, subject))
    .map(({ id }) => id)
    .toSorted()

describe('conditions on series', () => {
  test('are answered by the database as they read, for 250 random trees', async () => {
    const dice = new Dice(4711)
    let partial = 0
    for (let i = 0; i < 250; i++) {
      const tree = randomTree(
        dice,
        libraries.map(({ id }) => id),
        4,
      )
      const wanted = plainly(tree)
      if (wanted.length > 0 && wanted.length < subjects.length) partial += 1
      expect({ tree, ids: await idsOf(tree) }).toEqual({ tree, ids: wanted })
    }
    // Trees that let everything or nothing through would prove little.
    expect(partial).toBeGreaterThan(100)
  }, 60_000)

  test('let everything through an empty allOf and nothing through an empty anyOf', async () => {
    expect(await idsOf({ allOf: [] })).toHaveLength(subjects.length)
    expect(await idsOf({ anyOf: [] })).toEqual([])
    expect(await idsOf({ not: { anyOf: [] } })).toHaveLength(subjects.length)
  })

  test('show a restricted viewer nothing of other libraries, however they are turned', async () => {
    const restricted = { ...viewer, libraryIds: [libraries[0]!.id] }
    const inside = subjects.filter(({ libraryId }) => libraryId === libraries[0]!.id)
    const everything: SeriesCondition[] = [
      { allOf: [] },
      { not: { anyOf: [] } },
      { anyOf: [{ title: { operator: 'contains', value: 'a' } }, { allOf: [] }] },
      { not: { libraryId: { operator: 'in', values: [] } } },
    ]
    for (const condition of everything) {
      expect(await idsOf(condition, restricted)).toEqual(inside.map(({ id }) => id).toSorted())
    }
    const elsewhere = { operator: 'is', value: libraries[1]!.id } as const
    expect(await idsOf({ libraryId: elsewhere }, restricted)).toEqual([])
  })
})
