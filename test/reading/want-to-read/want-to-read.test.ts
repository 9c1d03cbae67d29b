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

/** Adds a user with an empty queue. */
async function addUser() {
  const name = `reader${++people}`
  await server.addUser(name, 'reader')
  return name
}

const addEntries = (as: string, body: object) => server.call('POST', '/want-to-read', { as, body })
const reorder = (as: string, entryIds: string[]) =>
  server.call('PUT', '/want-to-read', { as, body: { entryIds } })
const listQueue = async (as: string, query = '') =>
  (await server.call('GET', `/want-to-read${query}`, { as })).body
const listTitles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

async function addThree(as: string) {
  const made = await seedSeries(server, library, { title: 'A series' })
  const one = await seedBook(server, made, { title: 'A book' })
  const two = await seedBook(server, made, { title: 'Another' })
  for (const body of [{ seriesId: made.id }, { bookId: one.id }, { bookId: two.id }]) {
    expect((await addEntries(as, body)).status).toBe(201)
    await Bun.sleep(2)
  }
  return { made, one, two }
}

test('keeps series and books in the order in which they were added', async () => {
  const ann = await addUser()
  const { made, one } = await addThree(ann)
  const queue = await listQueue(ann)
  expect(queue).toMatchObject({ total: 3, page: 1, totalPages: 1 })
  expect(queue.data[0]).toMatchObject({
    itemType: 'series',
    seriesId: made.id,
    bookId: null,
    title: 'A series',
    position: 1,
  })
  expect(queue.data[1]).toMatchObject({ itemType: 'book', seriesId: null, bookId: one.id })
  expect(listTitles(await listQueue(ann, '?sort=newest'))).toEqual([
    'Another',
    'A book',
    'A series',
  ])
  expect(listTitles(await listQueue(ann, '?sort=oldest&pageSize=1&page=2'))).toEqual(['A book'])
  expect(await listQueue(await addUser())).toMatchObject({ total: 0, data: [] })
})

test('returns 200 for an existing entry and does not move it', async () => {
  const ann = await addUser()
  const { made } = await addThree(ann)
  const again = await addEntries(ann, { seriesId: made.id })
  expect(again.status).toBe(200)
  expect(again.body.position).toBe(1)
  expect((await listQueue(ann)).total).toBe(3)
})

test('adds many at once and returns how many are new', async () => {
  const ann = await addUser()
  const { made, one } = await addThree(ann)
  const more = await seedBook(server, made, { title: 'More' })
  const body = { seriesIds: [made.id], bookIds: [one.id, more.id, more.id] }
  const answer = await server.call('POST', '/want-to-read/bulk', { as: ann, body })
  expect(answer).toMatchObject({ status: 200, body: { added: 1, alreadyPresent: 2 } })
})

test('does not take the id of a series for a book', async () => {
  const ann = await addUser()
  const { made, one } = await addThree(ann)
  for (const [seriesId, bookId] of [
    [made.id, made.id],
    [one.id, one.id],
  ]) {
    const body = { seriesIds: [seriesId], bookIds: [bookId] }
    const answer = await server.call('POST', '/want-to-read/bulk', { as: ann, body })
    expect(answer.status).toBe(404)
  }
})

test('accepts only a new order of the whole queue', async () => {
  const ann = await addUser()
  await addThree(ann)
  const ids = (await listQueue(ann)).data.map(({ id }: { id: string }) => id)
  const turned = ids.toReversed()
  expect((await reorder(ann, turned)).status).toBe(204)
  expect(listTitles(await listQueue(ann))).toEqual(['Another', 'A book', 'A series'])
  const stranger = '018f0000-0000-7000-8000-000000000000'
  for (const wrong of [ids.slice(1), [...ids, ids[0]], [ids[0], ids[1], stranger], []]) {
    expect((await reorder(ann, wrong)).status).toBe(400)
  }
  expect(listTitles(await listQueue(ann))).toEqual(['Another', 'A book', 'A series'])
})

test('hides trashed entries, sorts around them, and shows them after restoring', async () => {
  const ann = await addUser()
  const { one } = await addThree(ann)
  const setTrashed = (trashedAt: Date | null) =>
    server.ctx.write((tx) => tx.update(books).set({ trashedAt }).where(eq(books.id, one.id)))
  await setTrashed(new Date())
  const ids = (await listQueue(ann)).data.map(({ id }: { id: string }) => id)
  expect(ids).toHaveLength(2)
  expect((await reorder(ann, ids.toReversed())).status).toBe(204)
  await setTrashed(null)
  expect(listTitles(await listQueue(ann))).toEqual(['Another', 'A series', 'A book'])
})

test('removes entries, including missing ones', async () => {
  const ann = await addUser()
  const { made, one } = await addThree(ann)
  for (const path of [`series/${made.id}`, `books/${one.id}`, `books/${one.id}`]) {
    const answer = await server.call('DELETE', `/want-to-read/${path}`, { as: ann })
    expect(answer.status).toBe(204)
  }
  expect(listTitles(await listQueue(ann))).toEqual(['Another'])
})

test('accepts twenty parallel additions, each once', async () => {
  const ann = await addUser()
  const made = await seedSeries(server, library)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => addEntries(ann, { seriesId: made.id })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await listQueue(ann)).total).toBe(1)
})

describe('rejects', () => {
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
    ['a malformed URL', 'DELETE', '/want-to-read/books/x', undefined, 400],
  ])('%s', async (_, method, path, body, status) => {
    const options = { as: 'ann', ...(body !== undefined && { body }) }
    expect((await server.call(method, path, options)).status).toBe(status)
  })

  test('anonymous requests', async () => {
    expect((await server.call('GET', '/want-to-read')).status).toBe(401)
  })
})

describe('moving one entry', () => {
  const moveEntry = (as: string, id: string, place: number) =>
    server.call('PUT', `/want-to-read/${id}/place`, { as, body: { place } })
  const listIds = async (as: string): Promise<string[]> =>
    (await listQueue(as)).data.map(({ id }: { id: string }) => id)

  test.each([
    [1, 5, [2, 3, 4, 5, 1]],
    [5, 1, [5, 1, 2, 3, 4]],
    [2, 4, [1, 3, 4, 2, 5]],
    [4, 2, [1, 4, 2, 3, 5]],
    [3, 3, [1, 2, 3, 4, 5]],
    [2, 5, [1, 3, 4, 5, 2]],
  ])('moves the entry at %i to %i and keeps the order of the others', async (from, to, after) => {
    const ann = await addUser()
    const made = await seedSeries(server, library, { title: 'Of five' })
    for (let n = 0; n < 5; n++) await addEntries(ann, { bookId: (await seedBook(server, made)).id })
    const before = await listIds(ann)
    expect((await moveEntry(ann, before[from - 1]!, to)).status).toBe(204)
    expect(await listIds(ann)).toEqual(after.map((place) => before[place - 1]!))
  })

  test('keeps hidden entries in place and counts only visible ones', async () => {
    const ann = await addUser()
    const { one } = await addThree(ann)
    const [first, , third] = await listIds(ann)
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, one.id)),
    )
    expect((await moveEntry(ann, first!, 2)).status).toBe(204)
    expect(await listIds(ann)).toEqual([third!, first!])
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt: null }).where(eq(books.id, one.id)),
    )
    expect(listTitles(await listQueue(ann))).toHaveLength(3)
  })

  test('D11: does not find an entry whose book is hidden', async () => {
    const ann = await addUser()
    const { one } = await addThree(ann)
    const before = await listIds(ann)
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt: new Date() }).where(eq(books.id, one.id)),
    )
    const visible = new Set(await listIds(ann))
    const hidden = before.find((id) => !visible.has(id))!
    expect((await moveEntry(ann, hidden, 1)).status).toBe(404)
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt: null }).where(eq(books.id, one.id)),
    )
    expect(await listIds(ann)).toEqual(before)
  })

  test("publishes an event, and rejects other users' entries and invalid positions", async () => {
    const ann = await addUser()
    await addThree(ann)
    const [first] = await listIds(ann)
    const listEvents = () =>
      server.events.filter(({ type, userId }) => {
        return type === 'want_to_read_updated' && userId === server.getUserId(ann)
      })
    await waitUntil(() => listEvents().length >= 3)
    await moveEntry(ann, first!, 3)
    await waitUntil(() => listEvents().length === 4)
    expect((await moveEntry(await addUser(), first!, 1)).status).toBe(404)
    for (const place of [0, -1, 1.5]) expect((await moveEntry(ann, first!, place)).status).toBe(400)
  })

  test('M9: a place beyond the end is refused', async () => {
    const ann = await addUser()
    await addThree(ann)
    const before = await listIds(ann)
    for (const place of [4, 99]) {
      const { status, body } = await moveEntry(ann, before[0]!, place)
      expect([status, body.details[0]]).toMatchObject([
        400,
        { path: 'place', code: 'want_to_read.place_range', params: { max: 3 } },
      ])
    }
    expect(await listIds(ann)).toEqual(before)
  })
})
