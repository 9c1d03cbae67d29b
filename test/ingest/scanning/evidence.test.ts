/** Files that say little of themselves are the same book in another place and another archive, too. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { statSync, utimesSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import { makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar, makeTar } from '../../support/make/tar'
import { comicsIn, expectTreasure, move, partsOf, treasure } from './moved'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function begin(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  put(folder, { ...files, ...(await comicsIn('Many', 3, 500)) })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  return { folder, id, book: (await booksOf(server, id))[0]! }
}

const bookOf = async (libraryId: string, id: string) =>
  (await booksOf(server, libraryId)).find((book) => book.id === id)!

/** Until nobody has anything to hash any more. */
const hashed = () =>
  waitUntil(async () => {
    const live = sql`select 1 as one from jobs where kind = 'hash_books' and state in ('ready', 'running')`
    return (await server.ctx.db.rows(live)).length === 0
  })

const containers: Record<string, () => Promise<Uint8Array>> = {
  'one.cbz': async () => makeCbz({ pages: await partsOf(0), stored: false }),
  'two.cb7': async () => makeSevenZip(await partsOf(0)),
  'three.cbt': async () => makeTar(await partsOf(0)),
  'four.cbt': async () => makeGzipTar(await partsOf(0)),
  'five.cbr': async () => makeRar5(await partsOf(0)),
}

describe('the same pages', () => {
  for (const [from, make] of Object.entries(containers)) {
    test(`are the same book after ${from} was packed in every other way`, async () => {
      const { folder, id, book } = await begin({ [`A/${from}`]: await make() })
      expect(book.contentHash).toMatch(/^pages:/)
      await treasure(server, book.id)
      let last = from
      for (const [to, makeOther] of Object.entries(containers)) {
        if (to === last) continue
        put(folder, { [`A/${last}`]: null, [`A/${to}`]: await makeOther() })
        expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
        expect((await bookOf(id, book.id)).relativePath).toBe(`A/${to}`)
        last = to
      }
      await expectTreasure(server, book.id)
    })
  }
})

/** More than is read at a glance, and no two are equal. */
function bigPdf(seed: number, size = 1_500_000) {
  const pdf = makePdf({ texts: [`the book ${seed}`, 'two', 'three'] })
  const filler = Buffer.alloc(size - pdf.length, `% ${seed} `)
  return Buffer.concat([pdf, filler])
}

describe('a large PDF', () => {
  test('is not read whole by a scan, but once somebody reads in it', async () => {
    const { id, book } = await begin({
      'A/1.pdf': bigPdf(1, 1_510_000),
      'A/2.pdf': bigPdf(2, 1_600_000),
    })
    await hashed()
    expect((await booksOf(server, id)).slice(0, 2).map((one) => one.contentHash)).toEqual([
      null,
      null,
    ])
    await treasure(server, book.id)
    await hashed()
    const [first, second] = await booksOf(server, id)
    expect(first!.contentHash).toMatch(/^file:1510000:[0-9a-f]{16}$/)
    expect(second!.contentHash).toBeNull()
  })

  test('goes with its reader wherever it is moved to, again and again', async () => {
    const { folder, id, book } = await begin({ 'A/1.pdf': bigPdf(3) })
    await treasure(server, book.id)
    await hashed()
    move(`${folder}/A/1.pdf`, `${folder}/B/C/other.pdf`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
    expect((await bookOf(id, book.id)).contentHash).not.toBeNull()
    move(`${folder}/B/C/other.pdf`, `${folder}/third.pdf`)
    put(folder, { 'B/C/other.pdf': bigPdf(4) }, new Date('2024-08-01'))
    expect(await scan(server, id)).toMatchObject({ added: 1, moved: 1, missing: 0 })
    expect((await bookOf(id, book.id)).relativePath).toBe('third.pdf')
    await expectTreasure(server, book.id)
  })

  test('is another one when a single byte in its middle differs', async () => {
    const data = bigPdf(5)
    const { folder, id, book } = await begin({ 'A/1.pdf': data })
    await treasure(server, book.id)
    await hashed()
    data[750_000]! ^= 1
    put(folder, { 'A/1.pdf': null, 'A/2.pdf': data })
    expect(await scan(server, id)).toMatchObject({ added: 1, moved: 0, missing: 1 })
  })

  test('is read whole where another one has its size, and is found to be equal to it', async () => {
    const data = bigPdf(6, 1_700_000)
    const { id } = await begin({ 'A/1.pdf': data, 'B/2.pdf': data })
    await hashed()
    const [one, two] = await booksOf(server, id)
    expect(one!.contentHash).toMatch(/^file:1700000:/)
    expect(two!.contentHash).toBe(one!.contentHash)
  })

  test('is unknown again when it has changed, and keeps its word when it is read once more', async () => {
    const { folder, id, book } = await begin({ 'A/1.pdf': bigPdf(7) })
    await treasure(server, book.id)
    await hashed()
    const before = (await bookOf(id, book.id)).contentHash
    await scan(server, id, 'deep')
    expect((await bookOf(id, book.id)).contentHash).toBe(before)
    put(folder, { 'A/1.pdf': bigPdf(8, 1_500_001) }, new Date('2024-08-01'))
    await scan(server, id)
    await hashed()
    const after = (await bookOf(id, book.id)).contentHash
    expect(after).toMatch(/^file:1500001:/)
    expect(after).not.toBe(before)
  })

  test('that cannot be read is left for the next time', async () => {
    const { folder, id, book } = await begin({ 'A/1.pdf': bigPdf(9, 1_900_000) })
    put(folder, { 'A/1.pdf': null })
    await treasure(server, book.id)
    await hashed()
    expect((await bookOf(id, book.id)).contentHash).toBeNull()
  })
})

test('a damaged archive that somebody reads is found again, too', async () => {
  const whole = await makeCbz({ pages: await partsOf(70), stored: true })
  const { folder, id, book } = await begin({ 'A/1.cbz': whole.subarray(0, whole.length - 60) })
  expect(book.contentHash).toBeNull()
  await treasure(server, book.id)
  await hashed()
  move(`${folder}/A/1.cbz`, `${folder}/A/2.cbz`)
  const { size } = statSync(`${folder}/A/2.cbz`)
  utimesSync(`${folder}/A/2.cbz`, 1.6e9, 1.6e9)
  expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  expect(await bookOf(id, book.id)).toMatchObject({ relativePath: 'A/2.cbz', size })
})
