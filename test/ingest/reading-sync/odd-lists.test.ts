/** Reading sync: unusual values at the service, and unusual numbers and IDs here. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { externalIds, externalLinks } from '../../../src/catalog/metadata/schema'
import { seedBook } from '../../support/seed'
import { entry } from './list-servers'
import { startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(() => home.reset())

test.each([10.5, 99_999_999_999, '12'])('progress of %p is not lowered', async (progress) => {
  const { books } = await home.addWork(1, { count: 12 })
  await home.settle()
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: progress as number }))
  await home.sync()
  expect(home.anilist.writes).toEqual([])
  expect((await home.listRead(books)).length).toBeGreaterThanOrEqual(10)
})

test.each([null, -4])('progress of %p counts as none', async (progress) => {
  const { books } = await home.addWork(1)
  await home.settle()
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: progress as number }))
  await home.sync()
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3 })
})

test('a list that is missing is not taken for an empty one', async () => {
  const { books } = await home.addWork(1)
  await home.settle()
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: 9 }))
  home.anilist.isListMissing = true
  await home.sync()
  expect(home.anilist.writes).toEqual([])
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 9 })
  expect(await home.call('GET', home.idOf('anilist'))).toMatchObject({ healthStatus: 'unhealthy' })
})

const unreadable = [null, {}, 7, [], { id: {} }]
test.each([
  ['anilist', [{ entries: null }]],
  ['anilist', [{}]],
  ['anilist', [7]],
  ['anilist', { 0: { entries: [] } }],
  ['anilist', [{ entries: unreadable }]],
  ['kitsu', 'text'],
  ['kitsu', unreadable],
] as const)(
  'M1: a list of %s that cannot be read is not an empty one: %j',
  async (service, list) => {
    const of = { service }
    const { books } = await home.addWork(1, of)
    await home.settle(of)
    await home.read(books.slice(0, 3))
    home[service].entries.set(1, entry({ progress: 9 }))
    home[service].wrongList = list
    home[service].writes.length = 0
    await home.sync(of)
    expect(home[service].writes).toEqual([])
    expect(await home.call('GET', home.idOf(service))).toMatchObject({ healthStatus: 'unhealthy' })
  },
)

test('an id with leading zeros is the same work', async () => {
  const { books } = await home.addWork(1)
  await home.server.ctx.write((tx) => tx.update(externalIds).set({ externalId: '0001' }))
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: 9 }))
  await home.settle()
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 9 })
  expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a series whose link names another work counts for its id only', async () => {
  const { id, books } = await home.addWork(1)
  await home.server.ctx.write((tx) =>
    tx.insert(externalLinks).values({
      seriesId: id,
      sourceName: 'anilist',
      url: 'https://anilist.co/manga/2',
      externalId: '2',
    }),
  )
  await home.read(books.slice(0, 3))
  await home.settle()
  expect([...home.anilist.entries.keys()]).toEqual([1])
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3 })
})

test('a chapter 0 becomes read with those after it', async () => {
  const { books } = await home.addWork(1, { first: 0 })
  home.anilist.entries.set(1, entry({ progress: 4 }))
  await home.settle()
  expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5])
  await home.read(books.slice(5, 6))
  await home.sync()
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 5 })
})

test('a chapter that is there twice is read with one of them', async () => {
  const { id, books } = await home.addWork(1, { count: 4 })
  const { id: libraryId, rootId } = home.library
  await seedBook(home.server, { id, n: 0, libraryId, rootId }, { title: 'again', chapter: 2 })
  await home.read(books.slice(0, 3))
  await home.settle()
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3 })
})

test('a series that was only opened by mistake is not reported', async () => {
  const { id, books } = await home.addWork(1)
  await home.settle()
  await home.call('PUT', `/books/${books[0]}/progress`, { body: { currentPage: 2 } })
  await home.call('DELETE', `/books/${books[0]}/progress`)
  await home.sync()
  expect(home.anilist.writes).toEqual([])
  // The work can still be added to the list of planned works later.
  await home.call('POST', '/want-to-read', { body: { seriesId: id } })
  await home.sync()
  expect(home.anilist.entries.get(1)).toMatchObject({ status: 'PLANNING' })
})

test('reading on is reported after a wrong number was corrected at the service', async () => {
  const { books } = await home.addWork(1, { count: 8 })
  await home.settle()
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: 1000 }))
  await home.act(await home.sync(), 'undo')
  expect(await home.listRead(books)).toEqual([1, 2, 3])
  home.anilist.entries.set(1, entry({ progress: 3 }))
  await home.sync()
  await home.read(books.slice(3, 4))
  await home.sync()
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 4 })
  home.anilist.entries.set(1, entry({ progress: 6 }))
  await home.sync()
  expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a work that is read again at the service keeps its place there', async () => {
  const { books } = await home.addWork(1)
  await home.read(books.slice(0, 8))
  home.anilist.entries.set(1, entry({ status: 'REPEATING', progress: 2 }))
  await home.settle()
  expect(home.anilist.entries.get(1)).toMatchObject({ status: 'REPEATING', progress: 2 })
})

test('a status that is not known stays', async () => {
  const { books } = await home.addWork(1)
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ status: 'SKIMMING', progress: 1 }))
  await home.settle()
  expect(home.anilist.entries.get(1)).toMatchObject({ status: 'SKIMMING', progress: 3 })
})
