import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let people = 0

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

/** A person with an empty queue. */
async function someone() {
  const name = `reader${++people}`
  await server.addUser(name, 'reader')
  return name
}

const add = (as: string, body: object) => server.call('POST', '/want-to-read', { as, body })
const order = (as: string, entryIds: string[]) =>
  server.call('PUT', '/want-to-read', { as, body: { entryIds } })
const queueOf = async (as: string, query = '') =>
  (await server.call('GET', `/want-to-read${query}`, { as })).body
const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

async function three(as: string) {
  const made = await seedSeries(server, library, { title: 'A series' })
  const one = await seedBook(server, made, { title: 'A book' })
  const two = await seedBook(server, made, { title: 'Another' })
  for (const body of [{ seriesId: made.id }, { bookId: one.id }, { bookId: two.id }]) {
    expect((await add(as, body)).status).toBe(201)
    await Bun.sleep(2)
  }
  return { made, one, two }
}

test('keeps series and books in the order in which they came', async () => {
  const ann = await someone()
  const { made, one } = await three(ann)
  const queue = await queueOf(ann)
  expect(queue).toMatchObject({ total: 3, page: 1, totalPages: 1 })
  expect(queue.data[0]).toMatchObject({
    itemType: 'series',
    seriesId: made.id,
    bookId: null,
    title: 'A series',
    position: 1,
  })
  expect(queue.data[1]).toMatchObject({ itemType: 'book', seriesId: null, bookId: one.id })
  expect(titles(await queueOf(ann, '?sort=newest'))).toEqual(['Another', 'A book', 'A series'])
  expect(titles(await queueOf(ann, '?sort=oldest&pageSize=1&page=2'))).toEqual(['A book'])
  expect(await queueOf(await someone())).toMatchObject({ total: 0, data: [] })
})

test('answers 200 and leaves an entry where it is that was there already', async () => {
  const ann = await someone()
  const { made } = await three(ann)
  const again = await add(ann, { seriesId: made.id })
  expect(again.status).toBe(200)
  expect(again.body.position).toBe(1)
  expect((await queueOf(ann)).total).toBe(3)
})

test('takes many at once, and says how many were new', async () => {
  const ann = await someone()
  const { made, one } = await three(ann)
  const more = await seedBook(server, made, { title: 'More' })
  const body = { seriesIds: [made.id], bookIds: [one.id, more.id, more.id] }
  const answer = await server.call('POST', '/want-to-read/bulk', { as: ann, body })
  expect(answer).toMatchObject({ status: 200, body: { added: 1, alreadyPresent: 2 } })
})

test('takes a new order of the whole queue, and of nothing less', async () => {
  const ann = await someone()
  await three(ann)
  const ids = (await queueOf(ann)).data.map(({ id }: { id: string }) => id)
  const turned = ids.toReversed()
  expect((await order(ann, turned)).status).toBe(204)
  expect(titles(await queueOf(ann))).toEqual(['Another', 'A book', 'A series'])
  const stranger = '018f0000-0000-7000-8000-000000000000'
  for (const wrong of [ids.slice(1), [...ids, ids[0]], [ids[0], ids[1], stranger], []]) {
    expect((await order(ann, wrong)).status).toBe(400)
  }
  expect(titles(await queueOf(ann))).toEqual(['Another', 'A book', 'A series'])
})

test('hides what is in the trash, orders around it, and shows it again', async () => {
  const ann = await someone()
  const { one } = await three(ann)
  const trash = (trashedAt: Date | null) =>
    server.ctx.write((tx) => tx.update(books).set({ trashedAt }).where(eq(books.id, one.id)))
  await trash(new Date())
  const ids = (await queueOf(ann)).data.map(({ id }: { id: string }) => id)
  expect(ids).toHaveLength(2)
  expect((await order(ann, ids.toReversed())).status).toBe(204)
  await trash(null)
  expect(titles(await queueOf(ann))).toEqual(['Another', 'A series', 'A book'])
})

test('takes entries off, and is content when they are off already', async () => {
  const ann = await someone()
  const { made, one } = await three(ann)
  for (const path of [`series/${made.id}`, `books/${one.id}`, `books/${one.id}`]) {
    const answer = await server.call('DELETE', `/want-to-read/${path}`, { as: ann })
    expect(answer.status).toBe(204)
  }
  expect(titles(await queueOf(ann))).toEqual(['Another'])
})

test('takes twenty at the same time, each once', async () => {
  const ann = await someone()
  const made = await seedSeries(server, library)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => add(ann, { seriesId: made.id })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await queueOf(ann)).total).toBe(1)
})

describe('refuses', () => {
  const missing = '018f0000-0000-7000-8000-000000000000'
  test.each<[string, string, string, unknown, number]>([
    ['neither', 'POST', '/want-to-read', {}, 400],
    ['both', 'POST', '/want-to-read', { seriesId: missing, bookId: missing }, 400],
    ['an unknown series', 'POST', '/want-to-read', { seriesId: missing }, 404],
    ['an unknown book', 'POST', '/want-to-read', { bookId: missing, seriesId: null }, 404],
    ['a malformed id', 'POST', '/want-to-read', { bookId: 'x' }, 400],
    ['unknown ones among many', 'POST', '/want-to-read/bulk', { bookIds: [missing] }, 404],
    ['too many', 'POST', '/want-to-read/bulk', { bookIds: Array(501).fill(missing) }, 400],
    ['an unknown order', 'GET', '/want-to-read?sort=title', undefined, 400],
    ['a malformed address', 'DELETE', '/want-to-read/books/x', undefined, 400],
  ])('%s', async (_, method, path, body, status) => {
    const options = { as: 'ann', ...(body !== undefined && { body }) }
    expect((await server.call(method, path, options)).status).toBe(status)
  })

  test('a stranger', async () => {
    expect((await server.call('GET', '/want-to-read')).status).toBe(401)
  })
})

describe('putting one entry at a place', () => {
  const move = (as: string, id: string, place: number) =>
    server.call('PUT', `/want-to-read/${id}/place`, { as, body: { place } })
  const idsOf = async (as: string): Promise<string[]> =>
    (await queueOf(as)).data.map(({ id }: { id: string }) => id)

  test.each([
    [1, 5, [2, 3, 4, 5, 1]],
    [5, 1, [5, 1, 2, 3, 4]],
    [2, 4, [1, 3, 4, 2, 5]],
    [4, 2, [1, 4, 2, 3, 5]],
    [3, 3, [1, 2, 3, 4, 5]],
    // Longer than the list: its end.
    [2, 99, [1, 3, 4, 5, 2]],
  ])('moves the entry at %i to %i and keeps the others in their order', async (from, to, after) => {
    const ann = await someone()
    const made = await seedSeries(server, library, { title: 'Of five' })
    for (let n = 0; n < 5; n++) await add(ann, { bookId: (await seedBook(server, made)).id })
    const before = await idsOf(ann)
    expect((await move(ann, before[from - 1]!, to)).status).toBe(204)
    expect(await idsOf(ann)).toEqual(after.map((place) => before[place - 1]!))
  })

  test('leaves what is hidden just now where it is, and counts only what is seen', async () => {
    const ann = await someone()
    const { one } = await three(ann)
    const [first, , third] = await idsOf(ann)
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, one.id)),
    )
    expect((await move(ann, first!, 2)).status).toBe(204)
    expect(await idsOf(ann)).toEqual([third!, first!])
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt: null }).where(eq(books.id, one.id)),
    )
    expect(titles(await queueOf(ann))).toHaveLength(3)
  })

  test('is told, and refuses entries of others and places that are none', async () => {
    const ann = await someone()
    await three(ann)
    const [first] = await idsOf(ann)
    const told = () =>
      server.events.filter(({ type, userId }) => {
        return type === 'want_to_read_updated' && userId === server.getUserId(ann)
      })
    await waitUntil(() => told().length >= 3)
    await move(ann, first!, 3)
    await waitUntil(() => told().length === 4)
    expect((await move(await someone(), first!, 1)).status).toBe(404)
    for (const place of [0, -1, 1.5]) expect((await move(ann, first!, place)).status).toBe(400)
  })
})
