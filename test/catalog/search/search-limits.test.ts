/** Searches with more matches than are ranked. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bookMetadata } from '../../../src/catalog/books/schema'
import { searchAll } from '../../../src/catalog/search/service'
import { people, seriesPeople } from '../../../src/catalog/series/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { eq } from 'drizzle-orm'

const count = 320

let server: TestServer
let open: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  const closed = await seedLibrary(server, { name: 'Closed' })
  open = await seedLibrary(server, { name: 'Open' })
  const large = await seedSeries(server, closed, { title: 'Many hands' })
  const small = await seedSeries(server, open, { title: 'Zebra volumes' })
  const named = Array.from({ length: count }, (_, i) => {
    const name = i + 1 < count ? `Hand ${String(i).padStart(3, '0')}` : 'Zoe Hand'
    return { id: Bun.randomUUIDv7(), name, nameKey: name.toLowerCase() }
  })
  await server.ctx.write(async (tx) => {
    await tx.insert(people).values(named)
    for (const { id, name } of named) {
      const seriesId = name === 'Zoe Hand' ? small.id : large.id
      await tx
        .insert(seriesPeople)
        .values({ seriesId, personId: id, role: 'writer', ofSeries: true })
    }
  })
  for (let i = 0; i < count; i++) {
    const book = await seedBook(server, small, { title: `Part ${i}`, volume: i })
    const search = i === 7 ? 'volumetric part' : 'volume part'
    await server.ctx.write((tx) =>
      tx.update(bookMetadata).set({ search }).where(eq(bookMetadata.n, book.n)),
    )
  }
}, 60_000)
afterAll(() => server.close())

const searchTitles = (q: string, libraryIds: 'all' | string[] = 'all') =>
  searchAll(server.ctx, { ...system, libraryIds }, { q, limit: '5' })

test('invisible people do not use up the limit', async () => {
  const { people: found } = await searchTitles('hand', [open.id])
  expect(found.map(({ name }) => name)).toEqual(['Zoe Hand'])
}, 60_000)

test('a very frequent word still yields the full number of results', async () => {
  for (const q of ['volume', 'part', 'volume part', 'vol']) {
    expect((await searchTitles(q)).books, q).toHaveLength(5)
  }
}, 60_000)

test('a longer word is found among matches of its frequent prefix', async () => {
  const { books } = await searchTitles('volumet')
  expect(books.map(({ title }) => title)).toEqual(['Part 7'])
}, 60_000)
