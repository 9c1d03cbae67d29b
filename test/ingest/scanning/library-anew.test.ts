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
  openScanHouse,
  presentPaths,
  put,
  scan,
  type ScanHouse,
  undo,
} from './support'

setDefaultTimeout(60_000)

let house: ScanHouse
beforeAll(async () => {
  house = await openScanHouse()
})
afterAll(() => house.close())

let seeds = 0
async function begin(folder: string, count = 5) {
  const files = Object.values(await comicsIn('any', count, (seeds += 1000)))
  put(folder, Object.fromEntries(files.map((data, i) => [`S/${i + 1}.cbz`, data])))
  const id = await addLibrary(house, folder)
  await scan(house, id)
  const book = (await booksOf(house, id))[0]!
  await treasure(house, book.id)
  await house.call('PATCH', `/series/${book.seriesId}/metadata`, {
    as: 'ada',
    body: { summary: 'Of the series' },
  })
  return { id, book }
}

const trash = async (id: string) =>
  expect((await house.call('DELETE', `/libraries/${id}`, { as: 'ada' })).status).toBe(204)

async function expectAll({ id, seriesId }: { id: string; seriesId: string }) {
  await expectTreasure(house, id)
  const { body } = await house.call('GET', `/series/${seriesId}/metadata`, { as: 'ann' })
  expect(body).toMatchObject({ summary: 'Of the series' })
  expect(await wrongDerived(house.ctx)).toEqual([])
}

test('books and series go to the new library with all that hangs on them', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const anew = await addLibrary(house, folder)
  expect(await scan(house, anew)).toMatchObject({ added: 0, moved: 5, missing: 0 })
  expect((await booksOf(house, anew)).map(({ id }) => id)).toContain(old.book.id)
  await expectAll(old.book)
  expect(await scan(house, anew)).toMatchObject({ added: 0, moved: 0, changed: 0, missing: 0 })
})

test('what was missing in the old library comes along, and back with its file', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  const lost = (await booksOf(house, old.id))[2]!
  await treasure(house, lost.id)
  const data = await Bun.file(`${folder}/${lost.relativePath}`).bytes()
  put(folder, { [lost.relativePath]: null })
  expect(await scan(house, old.id)).toMatchObject({ missing: 1 })
  await trash(old.id)
  const anew = await addLibrary(house, folder)
  const done = await scan(house, anew)
  expect(done).toMatchObject({ added: 0, moved: 4, missing: 0 })
  await expectAll(old.book)
  put(folder, { [lost.relativePath]: data })
  expect(await scan(house, anew)).toMatchObject({ added: 0 })
  const found = (await booksOf(house, anew)).find(({ id }) => id === lost.id)!
  expect(found).toMatchObject({ trashedAt: null, relativePath: lost.relativePath })
  await expectTreasure(house, lost.id)
  await expectAll(old.book)
})

test('over a folder above the old one, and with a PDF', async () => {
  const folder = makeFolder()
  const inner = `${folder}/inner`
  put(inner, { 'P/a.pdf': makePdf({ texts: ['one', 'two'] }) })
  const old = await begin(inner)
  const pdf = (await booksOf(house, old.id)).find(({ format }) => format === 'pdf')!
  await treasure(house, pdf.id)
  await trash(old.id)
  const anew = await addLibrary(house, folder)
  expect(await scan(house, anew)).toMatchObject({ added: 0, moved: 6, missing: 0 })
  await expectTreasure(house, pdf.id)
  await expectAll(old.book)
})

test('undoing its first scan puts all back into the deleted library, which can be restored', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const anew = await addLibrary(house, folder)
  const { id: scanId } = await scan(house, anew)
  expect(await undo(house, anew, scanId)).toMatchObject({ status: 'completed', skipped: 0 })
  expect(await booksOf(house, anew)).toEqual([])
  await trash(anew)
  const restored = await house.call('POST', `/libraries/${old.id}/restore`, { as: 'ada' })
  expect(restored.status).toBe(200)
  expect(await presentPaths(house, old.id)).toHaveLength(5)
  await expectAll(old.book)
  expect(await scan(house, old.id)).toMatchObject({ added: 0, missing: 0 })
  await expectAll(old.book)
})

test('and back again, when that one is deleted and the old one restored', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const anew = await addLibrary(house, folder)
  await scan(house, anew)
  await trash(anew)
  expect((await house.call('POST', `/libraries/${old.id}/restore`, { as: 'ada' })).status).toBe(200)
  expect(await scan(house, old.id)).toMatchObject({ added: 0, moved: 5, missing: 0 })
  await expectAll(old.book)
})

test('a copy elsewhere takes over when the files of the deleted library are gone, not before', async () => {
  const [folder, other] = [makeFolder(), makeFolder()]
  const old = await begin(folder)
  cpSync(`${folder}/S`, `${other}/T`, { recursive: true, preserveTimestamps: true })
  const anew = await addLibrary(house, other)
  expect(await scan(house, anew)).toMatchObject({ added: 5, moved: 0 })
  await trash(old.id)
  expect(await scan(house, anew)).toMatchObject({ added: 0, moved: 0, missing: 0 })
  rmSync(folder, { recursive: true })
  expect(await scan(house, anew)).toMatchObject({ added: 0, moved: 5 })
  expect((await booksOf(house, anew)).filter(({ trashedAt }) => trashedAt === null)).toHaveLength(5)
  await expectAll(old.book)
  expect(await scan(house, anew)).toMatchObject({ added: 0, moved: 0, missing: 0 })
})

test('other content under the old names is a new book, and the old one stays where it was', async () => {
  const folder = makeFolder()
  const old = await begin(folder)
  await trash(old.id)
  const files = Object.values(await comicsIn('any', 1, (seeds += 1000)))
  put(folder, { 'S/1.cbz': files[0]! }, new Date('2024-07-01'))
  const anew = await addLibrary(house, folder)
  expect(await scan(house, anew)).toMatchObject({ added: 1, moved: 4 })
  const [left] = await booksOf(house, old.id)
  expect(left!.id).toBe(old.book.id)
  expect(await wrongDerived(house.ctx)).toEqual([])
})
