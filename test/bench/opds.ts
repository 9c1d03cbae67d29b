/** Compares OPDS feeds, HEAD requests and pages with the native API: `bun test/bench/opds.ts`. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readBook } from '../../src/media/reader/reader'
import { closeTestDatabases } from '../support/database'
import { makePictures } from '../support/make/pictures'
import { makeFolder } from '../support/make/tree'
import { makeZip } from '../support/make/zip'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { startTestServer } from '../support/server'
import { measureRuns, ms, printLine, printTable, ratio } from './support/figures'
import { seed } from './support/seed'

const { values } = parseArgs({ options: { series: { type: 'string', default: '1000' } } })

const server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
const people = ['ann', 'max', 'ada'].map((name) => server.getUserId(name))
await seed(server.ctx, { series: Number(values.series), booksEach: 50, users: 0 }, people)
const list = await server.call('GET', '/series?pageSize=1', { as: 'ann' })
const [{ id: seriesId }] = (list.body as { data: [{ id: string }] }).data

let comics = 0
/** Adds a comic of 400 stored pages and returns its ID. */
async function addComic(): Promise<string> {
  const folder = makeFolder()
  const pictures = await makePictures(8, { format: 'jpeg', width: 900, height: 1300 })
  const pages = Array.from({ length: 400 }, (_, n) => ({
    name: `${n + 1000}.jpg`,
    data: pictures[n % pictures.length]!,
    method: 0,
  }))
  const path = join(folder, 'comic.cbz')
  await Bun.write(path, makeZip(pages))
  const { format, pages: found, pageCount, cover, findings } = await readBook(path)
  const { size, mtimeMs } = statSync(path)
  // Sequences of PostgreSQL do not advance for rows inserted with an explicit number.
  const n = 10_000_000 + ++comics
  const series = await seedSeries(server, await seedLibrary(server, { path: folder }), { n })
  const contents = { pages: found, findings, cover }
  const file = { relativePath: 'comic.cbz', size, modifiedAtMs: mtimeMs, format, pageCount }
  return (await seedBook(server, series, { ...file, n, contents })).id
}

/** Runs one iteration of a benchmark. `turn` starts at 0. */
type Work = (turn: number) => Promise<void>

const request =
  (address: (turn: number) => string, method = 'GET', body?: (turn: number) => object): Work =>
  async (turn) => {
    const path = address(turn)
    const response = await server.fetch(path, {
      as: 'ann',
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body(turn)),
      }),
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  }

const rounds = 5
const runs = 60
const warm = 15

/** Returns the CPU time of each in milliseconds: the minimum of several alternating rounds. */
async function compare(works: readonly Work[]): Promise<number[]> {
  const least = works.map(() => Infinity)
  const turns = works.map(() => 0)
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const { cpu } = await measureRuns(() => work(turns[index]!++), { runs, forMs: 1_500, warm })
      least[index] = Math.min(least[index]!, cpu!)
    }
  }
  return least
}

const judge = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const rows: string[][] = []

async function addRow(what: string, native: Work, foreign: Work, cheap?: Work) {
  const [own, opds, head] = await compare([native, foreign, ...(cheap ? [cheap] : [])])
  const row = [what, ms(own!), ms(opds!), ratio(opds!, own!), judge(opds! <= 1.3 * own!)]
  rows.push(head === undefined ? row : [...row, ms(head), judge(head <= 0.3)])
}

const books = request(() => `/api/v1/series/${seriesId}/books?pageSize=50`)
const allSeries = request(() => '/api/v1/series?pageSize=50')
for (const root of ['/opds', '/opds/v2']) {
  const bookFeed = () => `${root}/series/${seriesId}?pageSize=50`
  const seriesFeed = () => `${root}/series?pageSize=50`
  await addRow(`${root}, 50 books`, books, request(bookFeed), request(bookFeed, 'HEAD'))
  await addRow(`${root}, 50 series`, allSeries, request(seriesFeed), request(seriesFeed, 'HEAD'))
}

const [first, second, third] = [await addComic(), await addComic(), await addComic()]
const page = request((turn) => `/api/v1/books/${first}/pages/${turn + 1}`)
const progress = request(
  () => `/api/v1/books/${first}/progress`,
  'PUT',
  (turn) => ({ currentPage: turn + 1 }),
)
const pageAndProgress: Work = async (turn) => {
  await page(turn)
  await progress(turn)
}
const streamed = request((turn) => `/opds/books/${second}/pages/${turn}`)
await addRow('a new page of PSE, native with progress', pageAndProgress, streamed)
await addRow(
  'a new page of PSE, native without',
  page,
  request((turn) => `/opds/books/${third}/pages/${turn}`),
)
await addRow('a page of PSE that was read before', page, streamed)
await addRow(
  'a page of Divina',
  page,
  request((turn) => `/opds/v2/books/${third}/pages/${turn + 1}`),
)

printTable(['processor time', 'native', 'OPDS', 'ratio', 'aim 1.3×', 'HEAD', 'aim 0.3 ms'], rows)
printLine('in process, without a connection')
await server.close()
await closeTestDatabases()
