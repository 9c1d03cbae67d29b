/** Entries whose title is not quite that of a series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { alternateTitles } from '../../../src/catalog/metadata/schema'
import { limitTo } from '../../catalog/item-lists/two-kinds'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { acceptExact, importFile, review, writeFile } from './cbl-requests'

let server: TestServer
let library: SeededLibrary
/** The book with number 1 of each series. */
const books = new Map<string, string>()

const series: [title: string, year: number | null, alternate?: string][] = [
  ['The Amber Coast', 2012],
  ['Café Noir', 1999],
  ["Driver's Seat", 2004],
  ['Garden of the Glass', 2010],
  ['Iron League: Deluxe Edition', 2015],
  ['Lantern Street Omnibus', 2006],
  ['Harbor', 1994],
  ['Night Shift: The Long Way', 2020],
  ['Jötunn', null],
  ['Moon Rangers II', 2001],
  ['Storm Chronicles', 2018],
  ['Shingeki', 2009, 'Attack of the Titans'],
  ['Winter Light', 1980],
  ['Winter Light: Dusk', 2019],
]

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  const hidden = await seedLibrary(server)
  await limitTo(server, 'ann', [library.id])
  for (const [title, year, alternate] of series) await addSeries(title, year, { alternate })
  await addSeries('Secret Harbor', 2011, { from: hidden })
})
afterAll(() => server.close())

async function addSeries(
  title: string,
  year: number | null,
  { alternate, from = library }: { alternate?: string | undefined; from?: SeededLibrary } = {},
) {
  const seeded = await seedSeries(server, from, { title, year })
  if (alternate !== undefined) {
    await server.ctx.write((tx) =>
      tx
        .insert(alternateTitles)
        .values({ seriesId: seeded.id, label: 'English', title: alternate }),
    )
  }
  const metadata = { number: '1', ...(year && { year }) }
  const book = await seedBook(server, seeded, { title: `${title} 1`, chapter: 1, metadata })
  books.set(title, book.id)
}

interface Case {
  entry: string
  start: number | null
  year?: number
  /** Titles of the series whose books are offered, best first. */
  offered: string[]
  /** Only years, articles, punctuation and accents differ: this is the same title. */
  isExact?: boolean
}

const cases: Case[] = [
  // Articles
  { entry: 'Amber Coast', start: 2012, offered: ['The Amber Coast'], isExact: true },
  { entry: 'Amber Coast, The', start: 2012, offered: ['The Amber Coast'], isExact: true },
  { entry: 'Garden of Glass', start: 2010, offered: ['Garden of the Glass'] },
  // Punctuation and accents
  { entry: 'CAFE: NOIR', start: 1999, offered: ['Café Noir'], isExact: true },
  { entry: 'Drivers Seat', start: 2004, offered: ["Driver's Seat"], isExact: true },
  // Words for editions, on either side
  { entry: 'Iron League', start: 2015, offered: ['Iron League: Deluxe Edition'] },
  { entry: 'Harbor (Library Edition)', start: 1994, offered: ['Harbor'] },
  { entry: 'Harbor TPB', start: 1994, offered: ['Harbor'] },
  { entry: 'Lantern Street', start: 2006, offered: ['Lantern Street Omnibus'] },
  { entry: 'Lantern Street: Collected Edition', start: 2006, offered: ['Lantern Street Omnibus'] },
  // A subtitle, on either side
  { entry: 'Harbor: Seed of Doubt', start: 1994, offered: ['Harbor'] },
  { entry: 'Harbor - Seed of Doubt', start: 1994, offered: ['Harbor'] },
  { entry: 'Night Shift', start: 2020, offered: ['Night Shift: The Long Way'] },
  // Another subtitle is another work.
  { entry: 'Night Shift: Short Way', start: 2020, offered: [] },
  // The year
  { entry: 'The Amber Coast', start: 2013, year: 2012, offered: ['The Amber Coast'] },
  { entry: 'Iron League', start: 2016, year: 2015, offered: ['Iron League: Deluxe Edition'] },
  { entry: 'Iron League', start: null, offered: ['Iron League: Deluxe Edition'] },
  { entry: 'Iron League', start: 1971, year: 1971, offered: [] },
  // One wrong, missing or additional letter
  { entry: 'Storm Chronicels', start: 2018, offered: ['Storm Chronicles'] },
  { entry: 'Storm Chronicle', start: 2018, offered: ['Storm Chronicles'] },
  { entry: 'Stormm Chronicles', start: 2018, offered: ['Storm Chronicles'] },
  { entry: 'Attack of the Titan', start: 2009, offered: ['Shingeki'] },
  // Digits are never a misspelling.
  { entry: 'Moon Rangers III', start: 2001, offered: [] },
  { entry: 'Moon Rangers', start: 2001, offered: [] },
  // The main title wins over its relatives, and relatives of other years are not offered.
  { entry: 'Winter Light', start: 1980, offered: ['Winter Light'], isExact: true },
  { entry: 'Winter Light: Dawn', start: 1980, offered: ['Winter Light'] },
  // Something else, also in hidden libraries
  { entry: 'Summer Dark', start: 1980, offered: [] },
  { entry: 'Secret Harbour', start: 2011, offered: [] },
  { entry: 'Jotun', start: null, offered: [] },
]

test.each(cases)('M12: a similar title is offered, never taken: $entry ($start)', async (one) => {
  const { entry, start, year = start, offered, isExact = false } = one
  const volume = start === null ? '' : `Volume="${start}" Year="${year}"`
  const file = writeFile([`<Book Series="${entry}" Number="1" ${volume}/>`])
  const { status, body } = await review(server, 'ann', file)
  expect(status).toBe(200)
  const [found] = body.entries
  const expected = offered.length === 0 ? 'none' : isExact ? 'exact' : 'likely'
  expect([entry, found.status]).toEqual([entry, expected])
  expect(found.candidates.map((candidate: { bookId: string }) => candidate.bookId)).toEqual(
    offered.map((title) => books.get(title)!),
  )
})

test('M12: what a person chose for a similar title is remembered, and nothing else is taken', async () => {
  const file = writeFile([
    '<Book Series="Storm Chronicle" Number="1" Volume="2018" Year="2018"/>',
    '<Book Series="Iron League" Number="1" Volume="2015" Year="2015"/>',
  ])
  const first = await review(server, 'ann', file)
  expect(acceptExact(first.body).books).toEqual({})
  expect(first.body.entries[0].candidates[0].reasons[0].message).toContain('Similar title')
  const bookId = first.body.entries[0].candidates[0].bookId
  const choices = { books: { 0: bookId }, byHand: [0] }
  const imported = await importFile(server, 'ann', { file, choices, name: 'Similar' })
  expect(imported.body).toMatchObject({ missingCount: 1 })
  const { id } = imported.body.list
  const again = await server.call('POST', `/readlists/${id}/missing/match`, { as: 'ann' })
  expect(again.body).toEqual({ foundCount: 0, missingCount: 1 })
  const second = await review(server, 'ann', file)
  expect(acceptExact(second.body).books).toEqual({ 0: bookId })
})
