/** Collections and reading lists in both versions of OPDS. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { limitTo } from '../../catalog/item-lists/two-kinds'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { checkFeed, type Feed } from './opds2-schema'

let server: TestServer
const lists = { collections: '', 'reading-lists': '' }

beforeAll(async () => {
  server = await startTestServer()
  const open = await seedLibrary(server)
  const closed = await seedLibrary(server)
  const ids: { seriesId: string; id: string }[] = []
  for (const [place, title] of ['Cove', 'Hidden', 'Anchor'].entries()) {
    const made = await seedSeries(server, place === 1 ? closed : open, { title })
    ids.push(await seedBook(server, made, { title: `${title} 1`, volume: 1 }))
  }
  await limitTo(server, 'ann', [open.id])
  const create = async (path: string, name: string, sub: string, body: object) => {
    const list = { name, sharing: 'everyone' }
    const { id } = (await server.call('POST', path, { as: 'max', body: list })).body
    await server.call('POST', `${path}/${id}/${sub}`, { as: 'max', body })
    return id as string
  }
  lists.collections = await create('/collections', 'Ports & bays', 'series', {
    seriesIds: ids.map(({ seriesId }) => seriesId),
  })
  lists['reading-lists'] = await create('/readlists', 'The tour', 'books', {
    bookIds: ids.map(({ id }) => id),
  })
  await create('/collections', 'Only hidden', 'series', { seriesIds: [ids[1]!.seriesId] })
})
afterAll(() => server.close())

const readJson = async (path: string, as = 'ann') => {
  const feed = (await (await server.fetch(`/opds/v2/${path}`, { as })).json()) as Feed
  checkFeed(feed)
  return feed
}
const readAtom = async (path: string, as = 'ann') =>
  (await server.fetch(`/opds/${path}`, { as })).text()

test('OPDS 2.0 has the lists in its navigation, and what is in them in their order', async () => {
  const start = await readJson('')
  const titles = start.navigation!.map(({ title }) => title)
  expect(titles).toContain('Collections')
  expect(titles).toContain('Reading lists')
  const collections = await readJson('collections')
  expect(collections.navigation!.map(({ title }) => title)).toEqual(['Ports & bays'])
  const series = await readJson(`collections/${lists.collections}`)
  expect(series.navigation!.map(({ title }) => title)).toEqual(['Cove', 'Anchor'])
  const reading = await readJson('reading-lists')
  expect(reading.navigation!.map(({ title }) => title)).toEqual(['The tour'])
  const books = await readJson(`reading-lists/${lists['reading-lists']}`)
  expect(books.publications!.map(({ metadata }) => metadata.title)).toEqual([
    'Cove – Vol. 1',
    'Anchor – Vol. 1',
  ])
})

test('OPDS 1.2 has the same', async () => {
  expect(await readAtom('')).toContain('/opds/reading-lists')
  const collections = await readAtom('collections')
  expect(collections).toContain('Ports &amp; bays')
  expect(collections).not.toContain('Only hidden')
  const series = await readAtom(`collections/${lists.collections}`)
  expect(series.indexOf('Cove')).toBeLessThan(series.indexOf('Anchor'))
  expect(series).not.toContain('Hidden')
  const books = await readAtom(`reading-lists/${lists['reading-lists']}`)
  expect(books).toContain('opds-spec.org/acquisition')
  expect(books).not.toContain('Hidden')
  expect(await readAtom('collections', 'max')).toContain('Only hidden')
})

test('a private list is not found', async () => {
  const body = { name: 'Mine' }
  const { id } = (await server.call('POST', '/readlists', { as: 'ada', body })).body
  for (const root of ['/opds', '/opds/v2']) {
    expect((await server.fetch(`${root}/reading-lists/${id}`, { as: 'ann' })).status).toBe(404)
  }
})
