/** What an edit of a whole series keeps of each link and rating that it is given. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary, type SeededSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let row: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  row = await seedSeries(server, library, { title: 'Saga' })
})

const as = 'max'
const call = (method: string, more: string, body?: object) =>
  server.call(method, `/series/${row.id}${more}`, { as, ...(body && { body }) })
const edit = (body: object) => call('POST', '/metadata/edit', body)
const links = async () => (await call('GET', '/external-links')).body.links
const ratings = async () => (await call('GET', '/external-ratings')).body.ratings

const link = { sourceName: 'Site', url: 'https://site.org/1' }
const rating = { sourceName: 'Site', rating: 85 }

test('the id of a link', async () => {
  expect((await edit({ externalLinks: [{ ...link, externalId: ' 7 ' }] })).status).toBe(200)
  expect(await links()).toMatchObject([{ url: link.url, externalId: '7' }])
})

test('the votes behind a rating', async () => {
  expect((await edit({ externalRatings: [{ ...rating, voteCount: 120 }] })).status).toBe(200)
  expect(await ratings()).toMatchObject([{ rating: 85, voteCount: 120 }])
})

test('an id and votes that alone are other ones', async () => {
  await edit({ externalLinks: [{ ...link, externalId: '7' }] })
  await edit({ externalRatings: [{ ...rating, voteCount: 120 }] })
  await edit({ externalLinks: [{ ...link, externalId: null }] })
  await edit({ externalRatings: [{ ...rating, voteCount: 121 }] })
  expect(await links()).toMatchObject([{ externalId: null }])
  expect(await ratings()).toMatchObject([{ voteCount: 121 }])
})

test('an id and votes of which nothing is said, with the row that has them', async () => {
  await edit({ externalLinks: [{ ...link, externalId: '7' }] })
  await edit({ externalRatings: [{ ...rating, voteCount: 120 }] })
  const before = [await links(), await ratings()]
  await edit({ externalLinks: [link], externalRatings: [rating] })
  expect([await links(), await ratings()]).toEqual(before)
})
