/**
 * Smart lists with random conditions contain what the lists of series and books return for each
 * viewer.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Dice, randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { createList, kinds, limitTo } from '../../catalog/item-lists/two-kinds'

const trees = Math.max(
  10,
  countRounds(40, ['catalog/item-lists', 'catalog/series', 'catalog/books']),
)
const viewers = ['ada', 'ann', 'kid', 'pip']
const titles = ['Alpha', 'beta', 'Γάμμα', 'a_b 50%']

let server: TestServer
const libraries: SeededLibrary[] = []

beforeAll(async () => {
  server = await startTestServer()
  const dice = new Dice(11)
  for (let n = 0; n < 2; n++) libraries.push(await seedLibrary(server))
  for (const name of ['kid', 'pip']) await server.addUser(name, 'reader')
  await limitTo(server, 'kid', [libraries[0]!.id])
  const limited = await server.call('PATCH', `/users/${server.getUserId('pip')}/restrictions`, {
    as: 'ada',
    body: { ageLimit: 12, hidesUnrated: false },
  })
  expect(limited.status).toBeLessThan(300)
  for (let n = 0; n < 30; n++) await seedSubject(dice, n)
})
afterAll(() => server.close())

async function seedSubject(dice: Dice, n: number) {
  const title = `${dice.one(titles)} ${n}`
  const ageRating = dice.one([null, 6, 12, 16, 18])
  const year = dice.one([null, 1990, 2005])
  const values = { title, ageRating, year, status: dice.one([null, 'ongoing', 'ended'] as const) }
  const series = await seedSeries(server, dice.one(libraries), { ...values, bookCount: 1 })
  const book = await seedBook(server, series, { title, pageCount: dice.roll(50) })
  for (const as of viewers) {
    const paths = [`/series/${series.id}/user-data`, `/books/${book.id}/user-data`]
    for (const path of paths) {
      if (dice.roll(3) > 0) continue
      const body = { favorite: dice.roll(2) === 0, rating: 1 + dice.roll(100) }
      await server.call('PATCH', path, { as, body })
    }
    if (dice.roll(3) === 0) await server.call('POST', `/books/${book.id}/read`, { as })
  }
}

function createLeaf(dice: Dice, entries: 'series' | 'books'): object {
  const common = [
    () => ({
      title: { operator: dice.one(['contains', 'beginsWith', 'isNot']), value: dice.one(titles) },
    }),
    () => ({ libraryId: { operator: dice.one(['is', 'isNot']), value: dice.one(libraries).id } }),
    () => ({
      readStatus: { operator: dice.one(['is', 'isNot']), value: dice.one(['read', 'unread']) },
    }),
    () => ({ favorite: { operator: dice.one(['isTrue', 'isFalse']) } }),
    () => ({ userRating: { operator: dice.one(['gte', 'lt']), value: dice.roll(100) } }),
    () => ({ ageRating: { operator: dice.one(['lte', 'gt']), value: dice.one([6, 12, 16]) } }),
    () => ({ status: { operator: dice.one(['isNull', 'isNotNull']) } }),
  ]
  const own =
    entries === 'series'
      ? () => ({ year: { operator: 'between', min: 1980, max: dice.one([1995, 2010]) } })
      : () => ({ pageCount: { operator: dice.one(['gt', 'lte']), value: dice.roll(50) } })
  return dice.one([...common, own])()
}

function createTree(dice: Dice, entries: 'series' | 'books', depth: number): object {
  if (depth === 1 || dice.roll(3) === 0) return createLeaf(dice, entries)
  const parts = () =>
    Array.from({ length: dice.roll(4) }, () => createTree(dice, entries, depth - 1))
  return dice.one([
    () => ({ allOf: parts() }),
    () => ({ anyOf: parts() }),
    () => ({ not: createTree(dice, entries, depth - 1) }),
  ])()
}

describe.each(kinds)('$path', ({ path, entries, count, ...kind }) => {
  test(`${trees} random conditions (SEED=${randomSeed})`, async () => {
    const dice = new Dice(randomSeed + sharePart)
    const own = { ...kind, path, entries, count }
    const id = await createList(server, own, 'ada', { condition: {}, sharing: 'everyone' })
    let partial = 0
    for (let n = 0; n < trees; n++) {
      const condition = createTree(dice, entries, 4)
      const sort = dice.one(['date_added', 'date_added,desc', 'random'])
      const changed = await server.call('PATCH', `${path}/${id}`, {
        as: 'ada',
        body: { condition, sort },
      })
      expect(changed.status).toBe(200)
      for (const as of viewers) {
        const list = `/${entries}/list?pageSize=500&sort=${sort}`
        const wanted = await server.call('POST', list, { as, body: { condition } })
        const view = await server.call('GET', `${path}/${id}`, { as })
        const items = await server.call('GET', `${path}/${id}/${entries}?pageSize=500`, { as })
        const ids = wanted.body.data.map((one: { id: string }) => one.id)
        if (ids.length > 0 && ids.length < 30) partial += 1
        const found =
          view.status === 200
            ? [view.body[count], items.body.data.map((one: { id: string }) => one.id)]
            : [view.status, items.status]
        const isThere = ids.length > 0 || as === 'ada'
        expect({ as, condition, found }).toEqual({
          as,
          condition,
          found: isThere ? [ids.length, ids] : [404, 404],
        })
      }
    }
    // Conditions that match everything or nothing would prove little.
    expect(partial).toBeGreaterThan(trees / 2)
  }, 120_000)
})
