import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  library = await seedLibrary(server)
})
afterAll(() => server.close())

async function makeSeries(title: string, where = library) {
  const series = await seedSeries(server, where, { title })
  await seedBook(server, series, { title: `${title} 1` })
  return series.id
}

async function listEditions(id: string, as = 'ann') {
  const { status, body } = await server.call('GET', `/series/${id}/editions`, { as })
  expect(status).toBe(200)
  return (body as { title: string; kind: string }[]).map(({ title, kind }) => [title, kind])
}

async function link(id: string, seriesId: string, kind: string, as = 'max') {
  const body = { seriesId, kind }
  return server.call('POST', `/series/${id}/editions`, { as, body })
}

const unlink = (id: string, editionId: string) =>
  server.call('DELETE', `/series/${id}/editions/${editionId}`, { as: 'max' })

test('editions of one work see each other', async () => {
  const [one, german, film] = [
    await makeSeries('Asterix'),
    await makeSeries('Asterix (deutsch)'),
    await makeSeries('Asterix: the film book'),
  ]
  expect(await listEditions(one)).toEqual([])
  const linked = await link(one, german, 'language')
  expect(linked.body).toMatchObject([{ seriesId: german, kind: 'language', libraryId: library.id }])
  await link(film, german, 'adaptation')
  // The film joined the work of the other editions, so its own kind applies.
  expect(await listEditions(one)).toEqual([
    ['Asterix (deutsch)', 'language'],
    ['Asterix: the film book', 'adaptation'],
  ])
  expect(await listEditions(film)).toEqual([
    ['Asterix', 'adaptation'],
    ['Asterix (deutsch)', 'adaptation'],
  ])
  await link(one, german, 'edition')
  expect((await listEditions(one))[0]).toEqual(['Asterix (deutsch)', 'edition'])
  expect((await unlink(one, film)).status).toBe(204)
  expect(await listEditions(film)).toEqual([])
  expect(await listEditions(german)).toEqual([['Asterix', 'edition']])
  expect((await unlink(one, one)).status).toBe(204)
  expect(await listEditions(german)).toEqual([])
  expect((await unlink(one, german)).status).toBe(404)
})

test('two works become one', async () => {
  const ids: string[] = []
  for (const title of ['A', 'B', 'C', 'D']) ids.push(await makeSeries(`United ${title}`))
  const [a, b, c, d] = ids as [string, string, string, string]
  await link(a, b, 'language')
  await link(c, d, 'edition')
  await link(a, d, 'language')
  const titles = (await listEditions(c)).map(([title]) => title)
  expect(titles).toEqual(['United A', 'United B', 'United D'])
})

test('a work has at most 50 series', async () => {
  const first = await makeSeries('Edition 1')
  for (let count = 2; count <= 50; count++) {
    const next = await link(first, await makeSeries(`Edition ${count}`), 'edition')
    expect(next.status).toBe(200)
  }
  const refused = await link(first, await makeSeries('Edition 51'), 'edition')
  expect([refused.status, refused.body.code]).toEqual([409, 'editions.too_many'])
  expect(await listEditions(first)).toHaveLength(49)
}, 180_000)

test('a viewer learns nothing about series that they do not see', async () => {
  const hidden = await seedLibrary(server)
  const [open, secret] = [await makeSeries('Open'), await makeSeries('Secret', hidden)]
  await link(open, secret, 'language')
  const users = (await server.call('GET', '/users?pageSize=100', { as: 'ada' })).body.data
  const ann = users.find((user: { username: string }) => user.username === 'ann')
  const body = { libraryIds: [library.id] }
  const limited = await server.call('PATCH', `/users/${ann.id}/restrictions`, { as: 'ada', body })
  expect(limited.status).toBe(200)
  expect(await listEditions(open)).toEqual([])
  expect((await server.call('GET', `/series/${secret}/editions`, { as: 'ann' })).status).toBe(404)
  expect(await listEditions(open, 'max')).toEqual([['Secret', 'language']])
})

test('wrong links are refused', async () => {
  const [one, other] = [await makeSeries('One'), await makeSeries('Other')]
  expect((await link(one, one, 'edition')).status).toBe(400)
  expect((await link(one, Bun.randomUUIDv7(), 'edition')).status).toBe(404)
  expect((await link(one, other, 'sequel')).status).toBe(400)
  expect((await link(one, other, 'edition', 'ann')).status).toBe(403)
})
