/** P12: the books of a series are numbered from 1. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  addLibrary,
  listSeries,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../../../ingest/scanning/scan-server'
import { startGroupingServer } from '../../../ingest/grouping/grouping-server'
import { makeCbz } from '../../../support/make/cbz'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(() => server.close())

interface Book {
  id: string
  libraryId: string
  title: string
  numberKind: string | null
  numberFrom: number | null
}

async function scanBooks(names: readonly string[], type: string) {
  const folder = makeFolder()
  const files: Record<string, Uint8Array> = {}
  for (const [seed, name] of names.entries()) {
    files[`Ran/${name}.cbz`] = await makeCbz({ pages: 1, width: 8, height: 12 + seed })
  }
  writeFiles(folder, files)
  const libraryId = await addLibrary(server, folder, { type })
  await scanLibrary(server, libraryId)
  const [series] = await listSeries(server, libraryId)
  return series!.id
}

async function list(seriesId: string): Promise<Book[]> {
  const { body } = await server.call('GET', `/series/${seriesId}/books?pageSize=50`, { as: 'ada' })
  return body.data
}

const readNumbers = async (seriesId: string) =>
  (await list(seriesId)).map(({ numberKind, numberFrom }) => [numberKind, numberFrom])

const renumber = (seriesId: string, body: object = {}, as = 'max') =>
  server.call('POST', `/series/${seriesId}/renumber`, { as, body })

test('P12: volumes are renumbered in the current order, and a reset undoes it', async () => {
  const id = await scanBooks(['Ran v02', 'Ran v03.5', 'Ran v07'], 'manga')
  const before = await list(id)
  expect(await readNumbers(id)).toEqual([
    ['volume', 2],
    ['volume', 3.5],
    ['volume', 7],
  ])
  expect(await renumber(id)).toMatchObject({
    status: 200,
    body: { updatedCount: 3, problems: [] },
  })
  expect(await readNumbers(id)).toEqual([
    ['volume', 1],
    ['volume', 2],
    ['volume', 3],
  ])
  expect((await list(id)).map((book) => book.id)).toEqual(before.map((book) => book.id))
  expect((await renumber(id)).body).toMatchObject({ updatedCount: 0, unchangedCount: 3 })
  const bookIds = before.map((book) => book.id)
  await server.call('POST', '/books/bulk/metadata/reset', { as: 'max', body: { bookIds } })
  expect(await readNumbers(id)).toEqual([
    ['volume', 2],
    ['volume', 3.5],
    ['volume', 7],
  ])
})

test('P12: the order can be given, and each kind has numbers of its own', async () => {
  const names = ['Ran 004', 'Ran 005', 'Ran 009', 'Ran Annual 3', 'Ran Annual 8']
  const id = await scanBooks(names, 'comic')
  const books = await list(id)
  expect(books.map(({ numberKind, numberFrom }) => [numberKind, numberFrom])).toEqual([
    ['issue', 4],
    ['issue', 5],
    ['issue', 9],
    ['annual', 3],
    ['annual', 8],
  ])
  const ids = books.map((book) => book.id)
  const bookIds = [ids[2]!, ids[4]!, ids[0]!, ids[1]!, ids[3]!]
  expect((await renumber(id, { bookIds })).status).toBe(200)
  const after = await list(id)
  expect(after.map((book) => book.id)).toEqual([ids[2]!, ids[0]!, ids[1]!, ids[4]!, ids[3]!])
  expect(await readNumbers(id)).toEqual([
    ['issue', 1],
    ['issue', 2],
    ['issue', 3],
    ['annual', 1],
    ['annual', 2],
  ])
  await scanLibrary(server, books[0]!.libraryId, 'deep')
  expect((await readNumbers(id)).map(([, number]) => number)).toEqual([1, 2, 3, 1, 2])
})

test('P12: chapters within volumes become one run', async () => {
  const id = await scanBooks(['Ran v01 c11', 'Ran v01 c12', 'Ran v02 c13', 'Ran v02 c14'], 'manga')
  const order = (await list(id)).map((book) => book.id).toReversed()
  expect((await renumber(id, { bookIds: order })).status).toBe(200)
  expect((await list(id)).map((book) => book.id)).toEqual(order)
  expect(await readNumbers(id)).toEqual([1, 2, 3, 4].map((number) => ['chapter', number]))
})

test('P12: renumbering is refused to readers, for other series, and for a part of the books', async () => {
  const id = await scanBooks(['Ran v01', 'Ran v02'], 'manga')
  const [first] = await list(id)
  expect((await renumber(id, {}, 'ann')).status).toBe(403)
  expect((await renumber(Bun.randomUUIDv7())).status).toBe(404)
  for (const bookIds of [[first!.id], [first!.id, first!.id], [first!.id, Bun.randomUUIDv7()]]) {
    expect(await renumber(id, { bookIds })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'bookIds', code: 'books.not_all_books' }] },
    })
  }
})
