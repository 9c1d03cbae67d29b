/** P12: genres and tags of many books. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
const ids: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  const series = await seedSeries(server, await seedLibrary(server))
  for (const title of ['One', 'Two']) ids.push((await seedBook(server, series, { title })).id)
})
afterAll(() => server.close())

const call = (method: string, path: string, body: object, as = 'max') =>
  server.call(method, path, { as, body })

async function readLabels() {
  const found = []
  for (const id of ids) {
    const { body } = await server.call('GET', `/books/${id}/metadata`, { as: 'max' })
    found.push([body.genre, body.subjects, body.locks.genreLock, body.locks.subjectsLock])
  }
  return found
}

test('P12: genres and tags of many books are added and removed, and others are kept', async () => {
  const [one] = ids
  const own = { genre: 'Noir, Crime', subjects: ['Paris'] }
  expect((await call('PATCH', `/books/${one}/metadata`, own)).status).toBe(200)
  const missing = Bun.randomUUIDv7()
  const genres = { bookIds: [...ids, missing], add: ['Drama', 'NOIR'], remove: ['crime'] }
  const changed = await call('POST', '/books/bulk/genres', genres)
  expect(changed).toMatchObject({
    status: 200,
    body: { updatedCount: 2, unchangedCount: 0, problems: [{ id: missing, error: 'not_found' }] },
  })
  const tags = { bookIds: ids, add: ['Rain'], remove: ['Paris'] }
  expect((await call('POST', '/books/bulk/tags', tags)).body).toMatchObject({ updatedCount: 2 })
  expect(await readLabels()).toEqual([
    ['Noir, Drama', ['Rain'], true, true],
    ['Drama, NOIR', ['Rain'], true, true],
  ])
  const again = await call('POST', '/books/bulk/tags', tags)
  expect(again.body).toMatchObject({ updatedCount: 0, unchangedCount: 2 })
  const all = { bookIds: ids, remove: ['noir', 'drama'] }
  expect((await call('POST', '/books/bulk/genres', all)).body).toMatchObject({ updatedCount: 2 })
  expect((await readLabels()).map(([genre]) => genre)).toEqual([null, null])
  await call('POST', '/books/bulk/metadata/reset', { bookIds: ids })
  expect(await readLabels()).toEqual([
    [null, null, false, false],
    [null, null, false, false],
  ])
})

test('P12: bulk genres and tags of books are refused to readers, and without a name', async () => {
  for (const path of ['/books/bulk/genres', '/books/bulk/tags']) {
    const body = { bookIds: ids, add: ['Drama'] }
    expect((await call('POST', path, body, 'ann')).status).toBe(403)
    expect((await call('POST', path, { bookIds: ids, add: ['  '] })).status).toBe(400)
  }
})
