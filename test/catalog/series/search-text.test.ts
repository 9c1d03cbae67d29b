import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { alternateTitles } from '../../../src/catalog/metadata/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import { refreshSearch } from '../../../src/catalog/series/search-text'
import { type House, openHouse } from '../../support/house'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let house: House
let library: SeededLibrary
beforeAll(async () => {
  house = await openHouse()
  library = await seedLibrary(house)
})
afterAll(() => house.close())

/** The words of a series whose books, and then its other titles, came in this order. */
async function wordsOf(writers: readonly string[]): Promise<string> {
  const row = await seedSeries(house, library, { title: 'Same' })
  for (const writer of writers) await seedBook(house, row, { metadata: { writer } })
  return house.ctx.write(async (tx) => {
    const titles = writers.map((writer) => ({ title: `Of ${writer}`, label: 'other' }))
    await tx.insert(alternateTitles).values(titles.map((t) => ({ ...t, seriesId: row.id })))
    await refreshSearch(tx, [row.id])
    const [found] = await tx
      .select({ search: seriesMetadata.search })
      .from(seriesMetadata)
      .where(eq(seriesMetadata.n, row.n))
    return found!.search
  })
}

test('the words do not tell in which order books and titles came', async () => {
  const words = await wordsOf(['Amy', 'Bob', 'Cid', 'Dan'])
  expect(words.split(' ')).toEqual(expect.arrayContaining(['amy', 'bob', 'cid', 'dan']))
  expect(await wordsOf(['Dan', 'Bob', 'Amy', 'Cid'])).toBe(words)
  expect(await wordsOf(['Cid', 'Dan', 'Bob', 'Amy'])).toBe(words)
})
