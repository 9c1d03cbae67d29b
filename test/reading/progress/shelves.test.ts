import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { refreshSeriesProgress } from '../../../src/reading/progress/series/series-progress'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { type TestServer, startTestServer } from '../../support/server'
import {
  type SeededBook,
  type SeededLibrary,
  seedBook,
  seedLibrary,
  seedSeries,
} from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let people = 0

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const buildYear = (number: number) => new Date(Date.UTC(number, 0))

async function addUser() {
  const name = `reader${++people}`
  await server.addUser(name, 'reader')
  return name
}

async function addSeries(titles: string[], home = library) {
  const made = await seedSeries(server, home)
  const volumes: SeededBook[] = []
  for (const title of titles) volumes.push(await seedBook(server, made, { title }))
  await server.ctx.write((tx) => refreshSeriesCounters(tx, [made.id]))
  return { made, volumes }
}

async function turnPage(as: string, book: SeededBook | undefined, currentPage: number) {
  const body = { currentPage }
  const answer = await server.call('PUT', `/books/${book!.id}/progress`, { as, body })
  expect(answer.status).toBe(200)
  await Bun.sleep(2)
}

async function listShelf(as: string, path: string) {
  const { status, body } = await server.call('GET', path, { as })
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data.map(({ id }: { id: string }) => id)
}

test('continue reading lists books in progress, latest first', async () => {
  const ann = await addUser()
  const { volumes } = await addSeries(['One', 'Two', 'Three', 'Four'])
  const [one, two, three] = volumes
  await turnPage(ann, one, 5)
  await turnPage(ann, two, 5)
  await turnPage(ann, three, 20)
  await turnPage(ann, one, 6)
  expect(await listShelf(ann, '/books/in-progress')).toEqual([one!.id, two!.id])
  expect(await listShelf(ann, '/books/recently-read')).toEqual([one!.id, three!.id, two!.id])
  expect(await listShelf(await addUser(), '/books/in-progress')).toEqual([])
})

test('I9: a book hidden from continue reading stays hidden until it is read again', async () => {
  const ann = await addUser()
  const { volumes } = await addSeries(['One', 'Two'])
  const [one, two] = volumes
  await turnPage(ann, one, 5)
  await turnPage(ann, two, 5)
  const before = await server.call('GET', `/books/${two!.id}/progress`, { as: ann })
  const path = `/books/${two!.id}/continue-reading`

  expect((await server.call('DELETE', path, { as: ann })).status).toBe(204)
  expect(await listShelf(ann, '/books/in-progress')).toEqual([one!.id])
  expect(await listShelf(ann, `/books/in-progress?libraryId=${library.id}`)).toEqual([one!.id])
  const after = await server.call('GET', `/books/${two!.id}/progress`, { as: ann })
  expect(after.body).toEqual(before.body)

  expect((await server.call('PUT', path, { as: ann })).status).toBe(204)
  expect(await listShelf(ann, '/books/in-progress')).toEqual([two!.id, one!.id])

  await server.call('DELETE', path, { as: ann })
  await turnPage(ann, two, 6)
  expect(await listShelf(ann, '/books/in-progress')).toEqual([two!.id, one!.id])
})

test('I9: hiding changes nothing for other readers and unknown books', async () => {
  const [ann, ben] = [await addUser(), await addUser()]
  const { volumes } = await addSeries(['One'])
  await turnPage(ann, volumes[0], 5)
  const hide = (as: string, id: string) =>
    server.call('DELETE', `/books/${id}/continue-reading`, { as })
  expect((await hide(ben, volumes[0]!.id)).status).toBe(204)
  expect(await listShelf(ann, '/books/in-progress')).toEqual([volumes[0]!.id])
  expect((await hide(ann, crypto.randomUUID())).status).toBe(404)
})

test('on deck lists the first unread book of each series with a completed book and none in progress', async () => {
  const ann = await addUser()
  const begun = await addSeries(['1', '2', '3'])
  const other = await addSeries(['1', '2'])
  const open = await addSeries(['1', '2', '3'])
  const whole = await addSeries(['1'])
  await addSeries(['1', '2'])
  await turnPage(ann, begun.volumes[0], 20)
  await turnPage(ann, other.volumes[1], 20)
  await turnPage(ann, open.volumes[0], 20)
  await turnPage(ann, open.volumes[1], 3)
  await turnPage(ann, whole.volumes[0], 20)
  const expected = [other.volumes[0]!.id, begun.volumes[1]!.id]
  expect(await listShelf(ann, '/books/on-deck')).toEqual(expected)
  expect(await listShelf(ann, `/books/on-deck?seriesId=${begun.made.id}`)).toEqual([expected[1]])

  await turnPage(ann, begun.volumes[1], 20)
  expect((await listShelf(ann, '/books/on-deck'))[0]).toBe(begun.volumes[2]!.id)

  const next = begun.volumes[2]!
  await server.ctx.write(async (tx) => {
    await tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, next.id))
    await refreshSeriesCounters(tx, [begun.made.id])
    await refreshSeriesProgress(tx, [begun.made.id])
  })
  expect(await listShelf(ann, '/books/on-deck')).toEqual([other.volumes[0]!.id])
})

test('recently added lists books of all libraries or of one', async () => {
  const home = await seedLibrary(server)
  const { volumes } = await addSeries(['Old', 'New'], home)
  const [old, fresh] = volumes
  await server.ctx.write(async (tx) => {
    await tx
      .update(books)
      .set({ createdAt: buildYear(2001) })
      .where(eq(books.id, old!.id))
    await tx
      .update(books)
      .set({ createdAt: buildYear(2090) })
      .where(eq(books.id, fresh!.id))
  })
  const { body } = await server.call('GET', '/books/recently-added?pageSize=1', { as: 'ann' })
  expect(body.data[0]).toMatchObject({ id: fresh!.id, title: 'New', readProgress: null })
  const path = `/libraries/${home.id}/books/recently-added`
  expect(await listShelf('ann', path)).toEqual([fresh!.id, old!.id])
  expect(
    await listShelf('ann', `/books/recently-added?libraryId=${home.id}&full=true`),
  ).toHaveLength(2)
})

test('can be limited to one library, with links that keep it', async () => {
  const ann = await addUser()
  const home = await seedLibrary(server)
  const here = await addSeries(['1', '2', '3'], home)
  const there = await addSeries(['1'])
  for (const book of [...here.volumes, ...there.volumes]) await turnPage(ann, book, 3)
  const path = `/libraries/${home.id}/books/in-progress`
  const { body } = await server.call('GET', `${path}?pageSize=2`, { as: ann })
  expect(body).toMatchObject({ total: 3, totalPages: 2, page: 1 })
  expect(body.links.next).toBe(`/api/v1${path}?pageSize=2&page=2`)
  expect(await listShelf(ann, '/books/in-progress')).toHaveLength(4)
})
