/** A library that is deleted, and a new one over its files: what readers did is found again. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { wrongDerived } from '../../storm/derived'
import { makePdf } from '../../support/make/pdf'
import { comicsIn, expectTreasure, treasure } from './moved'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
  undo,
} from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

let seeds = 0
async function begin(folder: string, count = 5) {
  const files = Object.values(await comicsIn('any', count, (seeds += 1000)))
  put(folder, Object.fromEntries(files.map((data, i) => [`S/${i + 1}.cbz`, data])))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const book = (await booksOf(server, id))[0]!
  await treasure(server, book.id)
  await server.call('PATCH', `/series/${book.seriesId}/metadata`, {
    as: 'ada',
    body: { summary: 'Of the series' },
  })
  return { id, book }
}

const trash = async (id: string) =>
  expect((await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })).status).toBe(204)

async function expectAll({ id, seriesId }: { id: string; seriesId: string }) {
  await expectTreasure(server, id)
  const { body } = await server.call('GET', `/series/${seriesId}/metadata`, { as: 'ann' })
  expect(body).toMatchObject({ summary: 'Of the series' })
  expect(await wrongDerived(server.ctx)).toEqual([])
}

test('books and series go to the new library with all that hangs on them', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const anew = await addLibrary(server, folder)
  expect(await scan(server, anew)).toMatchObject({ added: 0, moved: 5, missing: 0 })
  expect((await booksOf(server, anew)).map(({ id }) => id)).toContain(old.book.id)
  await expectAll(old.book)
  expect(await scan(server, anew)).toMatchObject({ added: 0, moved: 0, changed: 0, missing: 0 })
})

test('what was missing in the old library comes along, and back with its file', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  const lost = (await booksOf(server, old.id))[2]!
  await treasure(server, lost.id)
  const data = await Bun.file(`${folder}/${lost.relativePath}`).bytes()
  put(folder, { [lost.relativePath]: null })
  expect(await scan(server, old.id)).toMatchObject({ missing: 1 })
  await trash(old.id)
  const anew = await addLibrary(server, folder)
  const done = await scan(server, anew)
  expect(done).toMatchObject({ added: 0, moved: 4, missing: 0 })
  await expectAll(old.book)
  put(folder, { [lost.relativePath]: data })
  expect(await scan(server, anew)).toMatchObject({ added: 0 })
  const found = (await booksOf(server, anew)).find(({ id }) => id === lost.id)!
  expect(found).toMatchObject({ trashedAt: null, relativePath: lost.relativePath })
  await expectTreasure(server, lost.id)
  await expectAll(old.book)
})

test('over a folder above the old one, and with a PDF', async () => {
  const folder = makeFolder()
  const inner = `${folder}/inner`
  put(inner, { 'P/a.pdf': makePdf({ texts: ['one', 'two'] }) })
  const old = await begin(inner)
  const pdf = (await booksOf(server, old.id)).find(({ format }) => format === 'pdf')!
  await treasure(server, pdf.id)
  await trash(old.id)
  const anew = await addLibrary(server, folder)
  expect(await scan(server, anew)).toMatchObject({ added: 0, moved: 6, missing: 0 })
  await expectTreasure(server, pdf.id)
  await expectAll(old.book)
})

test('undoing its first scan puts all back into the deleted library, which can be restored', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const anew = await addLibrary(server, folder)
  const { id: scanId } = await scan(server, anew)
  expect(await undo(server, anew, scanId)).toMatchObject({ status: 'completed', skipped: 0 })
  expect(await booksOf(server, anew)).toEqual([])
  await trash(anew)
  const restored = await server.call('POST', `/libraries/${old.id}/restore`, { as: 'ada' })
  expect(restored.status).toBe(200)
  expect(await presentPaths(server, old.id)).toHaveLength(5)
  await expectAll(old.book)
  expect(await scan(server, old.id)).toMatchObject({ added: 0, missing: 0 })
  await expectAll(old.book)
})

test('and back again, when that one is deleted and the old one restored', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const anew = await addLibrary(server, folder)
  await scan(server, anew)
  await trash(anew)
  expect((await server.call('POST', `/libraries/${old.id}/restore`, { as: 'ada' })).status).toBe(
    200,
  )
  expect(await scan(server, old.id)).toMatchObject({ added: 0, moved: 5, missing: 0 })
  await expectAll(old.book)
})

test('a copy elsewhere takes over when the files of the deleted library are gone, not before', async () => {
  const [folder, other] = [makeFolder(), makeFolder()]
  const old = await begin(folder)
  cpSync(`${folder}/S`, `${other}/T`, { recursive: true, preserveTimestamps: true })
  const anew = await addLibrary(server, other)
  expect(await scan(server, anew)).toMatchObject({ added: 5, moved: 0 })
  await trash(old.id)
  expect(await scan(server, anew)).toMatchObject({ added: 0, moved: 0, missing: 0 })
  rmSync(folder, { recursive: true })
  expect(await scan(server, anew)).toMatchObject({ added: 0, moved: 5 })
  expect((await booksOf(server, anew)).filter(({ trashedAt }) => trashedAt === null)).toHaveLength(
    5,
  )
  await expectAll(old.book)
  expect(await scan(server, anew)).toMatchObject({ added: 0, moved: 0, missing: 0 })
})

test('other content under the old names is a new book, and the old one stays where it was', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const files = Object.values(await comicsIn('any', 1, (seeds += 1000)))
  put(folder, { 'S/1.cbz': files[0]! }, new Date('2024-07-01'))
  const anew = await addLibrary(server, folder)
  expect(await scan(server, anew)).toMatchObject({ added: 1, moved: 4 })
  const [left] = await booksOf(server, old.id)
  expect(left!.id).toBe(old.book.id)
  expect(await wrongDerived(server.ctx)).toEqual([])
})
