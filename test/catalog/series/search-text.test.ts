import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { alternateTitles } from '../../../src/catalog/metadata/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

/** Returns the search words of a series after its books and titles were added in this order. */
async function buildWords(writers: readonly string[]): Promise<string> {
  const row = await seedSeries(server, library, { title: 'Same' })
  for (const writer of writers) await seedBook(server, row, { metadata: { writer } })
  return server.ctx.write(async (tx) => {
    const titles = writers.map((writer) => ({ title: `Of ${writer}`, label: 'other' }))
    await tx.insert(alternateTitles).values(titles.map((t) => ({ ...t, seriesId: row.id })))
    await refreshSearchText(tx, [row.id])
    const [found] = await tx
      .select({ search: seriesMetadata.search })
      .from(seriesMetadata)
      .where(eq(seriesMetadata.n, row.n))
    return found!.search
  })
}

test('search words do not depend on the order of books and titles', async () => {
  const words = await buildWords(['Amy', 'Bob', 'Cid', 'Dan'])
  expect(words.split(' ')).toEqual(expect.arrayContaining(['amy', 'bob', 'cid', 'dan']))
  expect(await buildWords(['Dan', 'Bob', 'Amy', 'Cid'])).toBe(words)
  expect(await buildWords(['Cid', 'Dan', 'Bob', 'Amy'])).toBe(words)
})
