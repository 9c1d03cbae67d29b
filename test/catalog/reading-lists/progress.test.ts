/** Progress through a reading list, and the next book in it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { createList, kinds, limitTo, setTrashed } from '../item-lists/two-kinds'

const kind = kinds[1]!
let server: TestServer
let library: SeededLibrary
let hidden: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  hidden = await seedLibrary(server)
  await limitTo(server, 'ann', [library.id])
})
afterAll(() => server.close())

const addBook = async (title: string, from = library) =>
  (await seedBook(server, await seedSeries(server, from, { title }), { title })).id
const get = async (as: string, path: string) =>
  (await server.call('GET', `/readlists/${path}`, { as })).body
const read = (as: string, bookId: string) => server.call('POST', `/books/${bookId}/read`, { as })

async function createShared() {
  const ids = [
    await addBook('One'),
    await addBook('Two', hidden),
    await addBook('Three'),
    await addBook('Four'),
  ]
  const id = await createList(server, kind, 'max', { sharing: 'everyone' })
  await server.call('POST', `/readlists/${id}/books`, { as: 'max', body: { bookIds: ids } })
  return { id, ids }
}

test('each reader has their own progress among the books that they see', async () => {
  const { id, ids } = await createShared()
  expect(await get('ann', `${id}/progress`)).toMatchObject({
    bookCount: 3,
    readCount: 0,
    nextBook: { id: ids[0] },
  })
  await read('ann', ids[0]!)
  await read('max', ids[3]!)
  expect(await get('ann', `${id}/progress`)).toMatchObject({
    readCount: 1,
    nextBook: { id: ids[2] },
  })
  expect(await get('ann', id)).toMatchObject({ bookCount: 3, readCount: 1 })
  expect(await get('max', `${id}/progress`)).toMatchObject({
    bookCount: 4,
    readCount: 1,
    nextBook: { id: ids[0] },
  })
  for (const bookId of ids) await read('max', bookId)
  expect(await get('max', `${id}/progress`)).toMatchObject({ readCount: 4, nextBook: null })
  await setTrashed(server, kind, ids[0]!, true)
  expect(await get('max', id)).toMatchObject({ bookCount: 3, readCount: 3 })
  expect(await get('ann', id)).toMatchObject({ bookCount: 2, readCount: 0 })
})

test('the books before and after follow the order of the list', async () => {
  const { id, ids } = await createShared()
  const adjacent = async (as: string, bookId: string) => {
    const { prev, next } = await get(as, `${id}/books/${bookId}/adjacent`)
    return [prev?.id ?? null, next?.id ?? null]
  }
  expect(await adjacent('max', ids[1]!)).toEqual([ids[0], ids[2]])
  expect(await adjacent('ann', ids[0]!)).toEqual([null, ids[2]])
  expect(await adjacent('ann', ids[3]!)).toEqual([ids[2], null])
  const unseen = await server.call('GET', `/readlists/${id}/books/${ids[1]}/adjacent`, {
    as: 'ann',
  })
  expect(unseen.status).toBe(404)
  const body = { ordered: false, sort: 'filename,desc' }
  await server.call('PATCH', `/readlists/${id}`, { as: 'max', body })
  // The order is now: Two, Three, One, Four.
  expect(await adjacent('max', ids[2]!)).toEqual([ids[1], ids[0]])
})
