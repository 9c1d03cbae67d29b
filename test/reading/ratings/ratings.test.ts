import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { mergeRatings } from '../../../src/reading/ratings/merge-ratings'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const call = (as: string, method: string, path: string, body?: object) =>
  server.call(method, path, { as, ...(body && { body }) })

async function seedBoth() {
  const series = await seedSeries(server, library, { title: 'Rated' })
  const book = await seedBook(server, series, { title: 'Rated book' })
  return [`/series/${series.id}`, `/books/${book.id}`] as const
}

test('a rating is stored as it is and removed without the note', async () => {
  for (const path of await seedBoth()) {
    expect((await call('ann', 'GET', `${path}/rating`)).status).toBe(204)
    const made = await call('ann', 'PUT', `${path}/rating`, { rating: 73, notes: ' fine ' })
    expect(made.body).toMatchObject({ rating: 73, notes: 'fine' })
    // Notes are kept if the request does not contain them.
    await call('ann', 'PUT', `${path}/rating`, { rating: 1 })
    expect((await call('ann', 'GET', `${path}/rating`)).body).toMatchObject({
      id: made.body.id,
      rating: 1,
      notes: 'fine',
    })
    expect((await call('ann', 'DELETE', `${path}/rating`)).status).toBe(204)
    expect((await call('ann', 'GET', `${path}/rating`)).status).toBe(204)
    expect((await call('ann', 'GET', `${path}/user-data`)).body).toMatchObject({
      rating: null,
      note: 'fine',
      favorite: false,
      count: 0,
    })
  }
})

test.each([0, 101, 7.5, '7', null])('refuses the rating %p', async (rating) => {
  for (const path of await seedBoth()) {
    expect((await call('ann', 'PUT', `${path}/rating`, { rating })).status).toBe(400)
  }
})

test('rating, note and favorite change independently of each other', async () => {
  for (const path of await seedBoth()) {
    const change = async (body: object) =>
      (await call('ann', 'PATCH', `${path}/user-data`, body)).body
    expect(await change({ favorite: true })).toMatchObject({ favorite: true, rating: null })
    expect(await change({ rating: 100 })).toMatchObject({ favorite: true, rating: 100 })
    expect(await change({ note: 'n' })).toMatchObject({ favorite: true, rating: 100, note: 'n' })
    expect(await change({ rating: null, favorite: false, note: '' })).toMatchObject({
      rating: null,
      note: null,
      favorite: false,
      updatedAt: null,
    })
  }
})

test('the average counts all users, and nobody sees the rating or note of another', async () => {
  for (const path of await seedBoth()) {
    const note = 'a secret of Ann'
    await call('ann', 'PATCH', `${path}/user-data`, { rating: 80, note, favorite: true })
    await call('max', 'PUT', `${path}/rating`, { rating: 61 })
    // A note alone does not count as a rating.
    await call('ada', 'PATCH', `${path}/user-data`, { note: 'mine' })
    expect((await call('ada', 'GET', `${path}/ratings/average`)).body).toEqual({
      average: 70.5,
      count: 2,
    })
    const seen = JSON.stringify((await call('ada', 'GET', `${path}/user-data`)).body)
    expect(seen).not.toContain('secret')
    expect(JSON.parse(seen)).toMatchObject({ rating: null, note: 'mine', favorite: false })
  }
})

test('the average does not tell what a single other user has rated', async () => {
  for (const path of await seedBoth()) {
    const read = async (as: string) => [
      (await call(as, 'GET', `${path}/ratings/average`)).body,
      (await call(as, 'GET', `${path}/user-data`)).body,
    ]
    await call('ann', 'PUT', `${path}/rating`, { rating: 80 })
    for (const seen of await read('ann')) expect(seen).toMatchObject({ average: 80, count: 1 })
    for (const seen of await read('max')) expect(seen).toMatchObject({ average: null, count: 1 })
    await call('max', 'PUT', `${path}/rating`, { rating: 60 })
    // With two ratings, each user could compute the rating of the other from the average.
    for (const seen of await read('max')) expect(seen).toMatchObject({ average: null, count: 2 })
    for (const seen of await read('ada')) expect(seen).toMatchObject({ average: 70, count: 2 })
  }
})

test('lists own ratings of visible items, newest first', async () => {
  const as = 'lister'
  await server.addUser(as, 'reader')
  const [seriesPath, bookPath] = await seedBoth()
  const hidden = await seedSeries(server, library)
  const trashed = await seedBook(server, hidden, { title: 'Trashed' })
  await call(as, 'PUT', `${seriesPath}/rating`, { rating: 10 })
  await Bun.sleep(2)
  await call(as, 'PUT', `${bookPath}/rating`, { rating: 20 })
  await call(as, 'PUT', `/books/${trashed.id}/rating`, { rating: 30 })
  const now = new Date()
  await server.ctx.write((tx) =>
    tx.update(books).set({ trashedAt: now }).where(eq(books.id, trashed.id)),
  )
  const all = (await call(as, 'GET', '/user/ratings')).body
  expect(all).toMatchObject({ total: 2, page: 1, totalPages: 1 })
  expect(all.ratings).toMatchObject([
    { itemType: 'book', title: 'Rated book', rating: 20 },
    { itemType: 'series', title: 'Rated', rating: 10, bookId: null },
  ])
  const series = (await call(as, 'GET', '/user/ratings?itemType=series&pageSize=1')).body
  expect([series.total, series.ratings.length]).toEqual([1, 1])
})

test('an item in a library without access is not found', async () => {
  const [away, other] = [await seedLibrary(server), await seedLibrary(server)]
  const series = await seedSeries(server, away)
  const book = await seedBook(server, series)
  const userId = await server.addUser('limited', 'reader')
  await call('ada', 'PUT', `/users/${userId}/libraries`, { libraryIds: [other.id] })
  for (const path of [`/series/${series.id}`, `/books/${book.id}`]) {
    for (const [method, end, body] of [
      ['GET', 'rating'],
      ['PUT', 'rating', { rating: 5 }],
      ['DELETE', 'rating'],
      ['GET', 'ratings/average'],
      ['GET', 'user-data'],
      ['PATCH', 'user-data', { favorite: true }],
    ] as const) {
      expect((await call('limited', method, `${path}/${end}`, body)).status).toBe(404)
    }
  }
})

test('filters and sorts by own ratings and favorites', async () => {
  const as = 'filtering'
  await server.addUser(as, 'reader')
  const ids: string[] = []
  for (const [i, rating] of [35, 90, null].entries()) {
    const series = await seedSeries(server, library, { title: `Filtered ${i}` })
    const book = await seedBook(server, series)
    ids.push(series.id)
    for (const path of [`/series/${series.id}`, `/books/${book.id}`]) {
      await call(as, 'PATCH', `${path}/user-data`, rating ? { rating } : { favorite: true })
    }
  }
  const list = async (kind: 'series' | 'books', condition: object, sort = '') =>
    (await call(as, 'POST', `/${kind}/list${sort}`, { condition })).body.data
  const among = { anyOf: [{ hasUserRating: { operator: 'isTrue' } }, favorite()] }
  const sorted = await list('series', among, '?sort=user_rating,desc')
  expect(sorted.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0], ids[2]])
  for (const kind of ['series', 'books'] as const) {
    const high = { userRating: { operator: 'gte', value: 36 } }
    expect(await list(kind, high)).toHaveLength(1)
    expect(await list(kind, favorite())).toHaveLength(1)
    expect(await list(kind, { hasUserRating: { operator: 'isTrue' } })).toHaveLength(2)
  }
})

const favorite = () => ({ favorite: { operator: 'isTrue' } })

test('a merge adds values, the newer wins, and what was removed since does not come back', async () => {
  const [from, to] = [await seedSeries(server, library), await seedSeries(server, library)]
  const pathOf = ({ id }: { id: string }) => `/series/${id}/user-data`
  await call('max', 'PATCH', pathOf(from), { rating: 40, note: 'of max' })
  await call('ann', 'PATCH', pathOf(from), { rating: 11, favorite: true })
  await Bun.sleep(2)
  await call('ann', 'PATCH', pathOf(to), { rating: 22 })
  const merge = (since?: Date) =>
    server.ctx.write((tx) =>
      mergeRatings(tx, { kind: 'series', fromId: from.id, toId: to.id, since }),
    )
  await merge()
  await merge()
  expect((await call('ann', 'GET', pathOf(to))).body).toMatchObject({ rating: 22, favorite: true })
  expect((await call('max', 'GET', pathOf(to))).body).toMatchObject({ rating: 40, note: 'of max' })
  expect((await call('max', 'GET', pathOf(from))).body).toMatchObject({ rating: 40 })
  await call('max', 'PATCH', pathOf(to), { rating: null, note: null })
  await merge(new Date())
  expect((await call('max', 'GET', pathOf(to))).body).toMatchObject({ rating: null, note: null })
})
