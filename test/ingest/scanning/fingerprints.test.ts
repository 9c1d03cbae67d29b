/** Files without identifying metadata are recognized at another path and in another archive. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { statSync, utimesSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import { makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar, makeTar } from '../../support/make/tar'
import { makeComics, expectUserData, moveFile, makePages, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function createLibrary(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  writeFiles(folder, { ...files, ...(await makeComics('Many', 3, 500)) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { folder, id, book: (await listBooks(server, id))[0]! }
}

const getBook = async (libraryId: string, id: string) =>
  (await listBooks(server, libraryId)).find((book) => book.id === id)!

/** Waits until all content has been hashed. */
const waitUntilHashed = () =>
  waitUntil(async () => {
    const live = sql`select 1 as one from jobs where kind = 'hash_books' and state in ('ready', 'running')`
    return (await server.ctx.db.rows(live)).length === 0
  })

const containers: Record<string, () => Promise<Uint8Array>> = {
  'one.cbz': async () => makeCbz({ pages: await makePages(0), stored: false }),
  'two.cb7': async () => makeSevenZip(await makePages(0)),
  'three.cbt': async () => makeTar(await makePages(0)),
  'four.cbt': async () => makeGzipTar(await makePages(0)),
  'five.cbr': async () => makeRar5(await makePages(0)),
}

describe('the same pages', () => {
  for (const [from, make] of Object.entries(containers)) {
    test(`are the same book after ${from} was converted to every other format`, async () => {
      const { folder, id, book } = await createLibrary({ [`A/${from}`]: await make() })
      expect(book.contentHash).toMatch(/^pages:/)
      await addUserData(server, book.id)
      let last = from
      for (const [to, makeOther] of Object.entries(containers)) {
        if (to === last) continue
        writeFiles(folder, { [`A/${last}`]: null, [`A/${to}`]: await makeOther() })
        expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
        expect((await getBook(id, book.id)).relativePath).toBe(`A/${to}`)
        last = to
      }
      await expectUserData(server, book.id)
    })
  }
})

/** Makes a PDF that is larger than the sampled part. Each seed has different content. */
function makeLargePdf(seed: number, size = 1_500_000) {
  const pdf = makePdf({ texts: [`the book ${seed}`, 'two', 'three'] })
  const filler = Buffer.alloc(size - pdf.length, `% ${seed} `)
  return Buffer.concat([pdf, filler])
}

describe('a large PDF', () => {
  test('is hashed completely when a user reads it, not by the scan', async () => {
    const { id, book } = await createLibrary({
      'A/1.pdf': makeLargePdf(1, 1_510_000),
      'A/2.pdf': makeLargePdf(2, 1_600_000),
    })
    await waitUntilHashed()
    expect((await listBooks(server, id)).slice(0, 2).map((one) => one.contentHash)).toEqual([
      null,
      null,
    ])
    await addUserData(server, book.id)
    await waitUntilHashed()
    const [first, second] = await listBooks(server, id)
    expect(first!.contentHash).toMatch(/^file:1510000:[0-9a-f]{16}$/)
    expect(second!.contentHash).toBeNull()
  })

  test('keeps its progress wherever it is moved, repeatedly', async () => {
    const { folder, id, book } = await createLibrary({ 'A/1.pdf': makeLargePdf(3) })
    await addUserData(server, book.id)
    await waitUntilHashed()
    moveFile(`${folder}/A/1.pdf`, `${folder}/B/C/other.pdf`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
    expect((await getBook(id, book.id)).contentHash).not.toBeNull()
    moveFile(`${folder}/B/C/other.pdf`, `${folder}/third.pdf`)
    writeFiles(folder, { 'B/C/other.pdf': makeLargePdf(4) }, new Date('2024-08-01'))
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1, moved: 1, missing: 0 })
    expect((await getBook(id, book.id)).relativePath).toBe('third.pdf')
    await expectUserData(server, book.id)
  })

  test('differs from one with a single different byte in the middle', async () => {
    const data = makeLargePdf(5)
    const { folder, id, book } = await createLibrary({ 'A/1.pdf': data })
    await addUserData(server, book.id)
    await waitUntilHashed()
    data[750_000]! ^= 1
    writeFiles(folder, { 'A/1.pdf': null, 'A/2.pdf': data })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1, moved: 0, missing: 1 })
  })

  test('is hashed when another one has the same size, and recognized as equal', async () => {
    const data = makeLargePdf(6, 1_700_000)
    const { id } = await createLibrary({ 'A/1.pdf': data, 'B/2.pdf': data })
    await waitUntilHashed()
    const [one, two] = await listBooks(server, id)
    expect(one!.contentHash).toMatch(/^file:1700000:/)
    expect(two!.contentHash).toBe(one!.contentHash)
  })

  test('is unknown again after a change, and known after it is read again', async () => {
    const { folder, id, book } = await createLibrary({ 'A/1.pdf': makeLargePdf(7) })
    await addUserData(server, book.id)
    await waitUntilHashed()
    const before = (await getBook(id, book.id)).contentHash
    await scanLibrary(server, id, 'deep')
    expect((await getBook(id, book.id)).contentHash).toBe(before)
    writeFiles(folder, { 'A/1.pdf': makeLargePdf(8, 1_500_001) }, new Date('2024-08-01'))
    await scanLibrary(server, id)
    await waitUntilHashed()
    const after = (await getBook(id, book.id)).contentHash
    expect(after).toMatch(/^file:1500001:/)
    expect(after).not.toBe(before)
  })

  test('that cannot be read is retried later', async () => {
    const { folder, id, book } = await createLibrary({ 'A/1.pdf': makeLargePdf(9, 1_900_000) })
    writeFiles(folder, { 'A/1.pdf': null })
    await addUserData(server, book.id)
    await waitUntilHashed()
    expect((await getBook(id, book.id)).contentHash).toBeNull()
  })
})

test('a damaged archive with progress is recognized, too', async () => {
  const whole = await makeCbz({ pages: await makePages(70), stored: true })
  const { folder, id, book } = await createLibrary({
    'A/1.cbz': whole.subarray(0, whole.length - 60),
  })
  expect(book.contentHash).toBeNull()
  await addUserData(server, book.id)
  await waitUntilHashed()
  moveFile(`${folder}/A/1.cbz`, `${folder}/A/2.cbz`)
  const { size } = statSync(`${folder}/A/2.cbz`)
  utimesSync(`${folder}/A/2.cbz`, 1.6e9, 1.6e9)
  expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  expect(await getBook(id, book.id)).toMatchObject({ relativePath: 'A/2.cbz', size })
})
