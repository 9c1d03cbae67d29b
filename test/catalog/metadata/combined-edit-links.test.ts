/** The fields of links and ratings that a combined edit of a series stores. */
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
const editSeries = (body: object) => call('POST', '/metadata/edit', body)
const listLinks = async () => (await call('GET', '/external-links')).body.links
const listRatings = async () => (await call('GET', '/external-ratings')).body.ratings

const link = { sourceName: 'Site', url: 'https://site.org/1' }
const rating = { sourceName: 'Site', rating: 85 }

test('stores the ID of a link', async () => {
  expect((await editSeries({ externalLinks: [{ ...link, externalId: ' 7 ' }] })).status).toBe(200)
  expect(await listLinks()).toMatchObject([{ url: link.url, externalId: '7' }])
})

test('stores the vote count of a rating', async () => {
  expect((await editSeries({ externalRatings: [{ ...rating, voteCount: 120 }] })).status).toBe(200)
  expect(await listRatings()).toMatchObject([{ rating: 85, voteCount: 120 }])
})

test('changes an ID or a vote count alone', async () => {
  await editSeries({ externalLinks: [{ ...link, externalId: '7' }] })
  await editSeries({ externalRatings: [{ ...rating, voteCount: 120 }] })
  await editSeries({ externalLinks: [{ ...link, externalId: null }] })
  await editSeries({ externalRatings: [{ ...rating, voteCount: 121 }] })
  expect(await listLinks()).toMatchObject([{ externalId: null }])
  expect(await listRatings()).toMatchObject([{ voteCount: 121 }])
})

test('keeps an omitted ID or vote count', async () => {
  await editSeries({ externalLinks: [{ ...link, externalId: '7' }] })
  await editSeries({ externalRatings: [{ ...rating, voteCount: 120 }] })
  const before = [await listLinks(), await listRatings()]
  await editSeries({ externalLinks: [link], externalRatings: [rating] })
  expect([await listLinks(), await listRatings()]).toEqual(before)
})
