/** A deleted library that is added again: user data is found again. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { findWrongDerivedData } from '../../support/derived'
import { makePdf } from '../../support/make/pdf'
import { makeComics, expectUserData, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  undoScan,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

let seeds = 0
async function createLibrary(folder: string, count = 5) {
  const files = Object.values(await makeComics('any', count, (seeds += 1000)))
  writeFiles(folder, Object.fromEntries(files.map((data, i) => [`S/${i + 1}.cbz`, data])))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const book = (await listBooks(server, id))[0]!
  await addUserData(server, book.id)
  await server.call('PATCH', `/series/${book.seriesId}/metadata`, {
    as: 'ada',
    body: { summary: 'Of the series' },
  })
  return { id, book }
}

const trashLibrary = async (id: string) =>
  expect((await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })).status).toBe(204)

async function expectAllBooks({ id, seriesId }: { id: string; seriesId: string }) {
  await expectUserData(server, id)
  const { body } = await server.call('GET', `/series/${seriesId}/metadata`, { as: 'ann' })
  expect(body).toMatchObject({ summary: 'Of the series' })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
}

test('books and series move to the new library with their data', async () => {
  const folder = makeFolder()
  const old = await createLibrary(folder)
  await trashLibrary(old.id)
  const anew = await addLibrary(server, folder)
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 0, moved: 5, missing: 0 })
  expect((await listBooks(server, anew)).map(({ id }) => id)).toContain(old.book.id)
  await expectAllBooks(old.book)
  expect(await scanLibrary(server, anew)).toMatchObject({
    added: 0,
    moved: 0,
    changed: 0,
    missing: 0,
  })
})

test('books missing in the old library move, too, and return with their files', async () => {
  const folder = makeFolder()
  const old = await createLibrary(folder)
  const lost = (await listBooks(server, old.id))[2]!
  await addUserData(server, lost.id)
  const data = await Bun.file(`${folder}/${lost.relativePath}`).bytes()
  writeFiles(folder, { [lost.relativePath]: null })
  expect(await scanLibrary(server, old.id)).toMatchObject({ missing: 1 })
  await trashLibrary(old.id)
  const anew = await addLibrary(server, folder)
  const done = await scanLibrary(server, anew)
  expect(done).toMatchObject({ added: 0, moved: 4, missing: 0 })
  await expectAllBooks(old.book)
  writeFiles(folder, { [lost.relativePath]: data })
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 0 })
  const found = (await listBooks(server, anew)).find(({ id }) => id === lost.id)!
  expect(found).toMatchObject({ trashedAt: null, relativePath: lost.relativePath })
  await expectUserData(server, lost.id)
  await expectAllBooks(old.book)
})

test('works for a folder above the old one, and with a PDF', async () => {
  const folder = makeFolder()
  const inner = `${folder}/inner`
  writeFiles(inner, { 'P/a.pdf': makePdf({ texts: ['one', 'two'] }) })
  const old = await createLibrary(inner)
  const pdf = (await listBooks(server, old.id)).find(({ format }) => format === 'pdf')!
  await addUserData(server, pdf.id)
  await trashLibrary(old.id)
  const anew = await addLibrary(server, folder)
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 0, moved: 6, missing: 0 })
  await expectUserData(server, pdf.id)
  await expectAllBooks(old.book)
})

test('undoing the first scan moves everything back to the deleted library, which can be restored', async () => {
  const folder = makeFolder()
  const old = await createLibrary(folder)
  await trashLibrary(old.id)
  const anew = await addLibrary(server, folder)
  const { id: scanId } = await scanLibrary(server, anew)
  expect(await undoScan(server, anew, scanId)).toMatchObject({ status: 'completed', skipped: 0 })
  expect(await listBooks(server, anew)).toEqual([])
  await trashLibrary(anew)
  const restored = await server.call('POST', `/libraries/${old.id}/restore`, { as: 'ada' })
  expect(restored.status).toBe(200)
  expect(await listPresentPaths(server, old.id)).toHaveLength(5)
  await expectAllBooks(old.book)
  expect(await scanLibrary(server, old.id)).toMatchObject({ added: 0, missing: 0 })
  await expectAllBooks(old.book)
})

test('works again when the new library is deleted and the old one restored', async () => {
  const folder = makeFolder()
  const old = await createLibrary(folder)
  await trashLibrary(old.id)
  const anew = await addLibrary(server, folder)
  await scanLibrary(server, anew)
  await trashLibrary(anew)
  expect((await server.call('POST', `/libraries/${old.id}/restore`, { as: 'ada' })).status).toBe(
    200,
  )
  expect(await scanLibrary(server, old.id)).toMatchObject({ added: 0, moved: 5, missing: 0 })
  await expectAllBooks(old.book)
})

test('E1: a copy elsewhere continues the books of the deleted library immediately', async () => {
  const [folder, other] = [makeFolder(), makeFolder()]
  const old = await createLibrary(folder)
  cpSync(`${folder}/S`, `${other}/T`, { recursive: true, preserveTimestamps: true })
  const anew = await addLibrary(server, other)
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 5, moved: 0 })
  await trashLibrary(old.id)
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 0, moved: 0, missing: 0 })
  const copy = (await listBooks(server, anew)).find(
    ({ relativePath }) => relativePath === 'T/1.cbz',
  )!
  await expectAllBooks(copy)
  rmSync(folder, { recursive: true })
  // Nobody has used the other copies, so their books move there.
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 0, moved: 4 })
  expect(
    (await listBooks(server, anew)).filter(({ trashedAt }) => trashedAt === null),
  ).toHaveLength(5)
  await expectAllBooks((await listBooks(server, anew)).find(({ id }) => id === copy.id)!)
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 0, moved: 0, missing: 0 })
})

test('other content at the old paths is a new book, and the old one stays in the trash', async () => {
  const folder = makeFolder()
  const old = await createLibrary(folder)
  await trashLibrary(old.id)
  const files = Object.values(await makeComics('any', 1, (seeds += 1000)))
  writeFiles(folder, { 'S/1.cbz': files[0]! }, new Date('2024-07-01'))
  const anew = await addLibrary(server, folder)
  expect(await scanLibrary(server, anew)).toMatchObject({ added: 1, moved: 4 })
  const [left] = await listBooks(server, old.id)
  expect(left!.id).toBe(old.book.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})
