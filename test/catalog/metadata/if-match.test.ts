/** Changes of locks and labels that are based on an older version are refused. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const ids = { series: '', books: '' }
beforeAll(async () => {
  server = await startTestServer()
  const series = await seedSeries(server, await seedLibrary(server))
  ids.series = series.id
  ids.books = (await seedBook(server, series)).id
})
afterAll(() => server.close())

test.each([
  ['series', 'summary', 'publisher'],
  ['books', 'summaryLock', 'publisherLock'],
] as const)('M9: locks of %s', async (kind, summary, publisher) => {
  const path = `/${kind}/${ids[kind]}/metadata/locks`
  const read = () => server.call('GET', path, { as: 'ada' })
  const lock = (etag: string, body: object) =>
    server.call('PUT', path, { as: 'ada', body, headers: { 'if-match': etag } })
  const before = (await read()).headers.get('etag')!
  expect((await lock('"older"', { [summary]: true })).status).toBe(412)
  const both = await Promise.all([
    lock(before, { [summary]: true }),
    lock(before, { [publisher]: true }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const { body, headers } = await read()
  expect(body[summary] !== body[publisher]).toBe(true)
  expect((await lock(headers.get('etag')!, { [summary]: true, [publisher]: true })).status).toBe(
    200,
  )
  expect((await lock('*', { [summary]: false })).status).toBe(200)
})

test.each(['genres', 'tags'] as const)('M9: %s of series', async (kind) => {
  const path = `/series/${ids.series}/${kind}`
  const set = (etag: string, names: string[]) =>
    server.call('PUT', path, {
      as: 'ada',
      body: { [kind]: names },
      headers: { 'if-match': etag },
    })
  const read = () => server.call('GET', path, { as: 'ada' })
  const before = (await read()).headers.get('etag')!
  expect((await set('"older"', ['Drama'])).status).toBe(412)
  const both = await Promise.all([set(before, ['Drama']), set(before, ['Crime'])])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const { headers } = await read()
  expect((await set(headers.get('etag')!, ['Crime', 'Drama'])).status).toBe(200)
  expect((await set('*', [])).status).toBe(200)
})
