/** Which of two equal files is the book, and what becomes of one whose place was taken. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { wrongDerived } from '../../storm/derived'
import { comicOf, comicsIn, expectTreasure, move, treasure } from './moved'
import {
  addLibrary,
  booksOf,
  ended,
  libraryOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const firstAt = 1_600_000_000

async function begin(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  let at = firstAt
  // Two files of the same size and time would be the same to any scan.
  for (const [path, data] of Object.entries(files))
    put(folder, { [path]: data }, new Date(at++ * 1000))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  return { folder, id }
}

const bookAt = async (id: string, path: string) =>
  (await booksOf(server, id)).find(({ relativePath }) => relativePath === path)!
const bookOf = async (libraryId: string, id: string) =>
  (await booksOf(server, libraryId)).find((book) => book.id === id)!
const later = new Date('2024-07-01')

describe('a folder that is copied, and whose old files are deleted after a scan', () => {
  test('keeps its books, its series, and the places of both', async () => {
    const { folder, id } = await begin(await comicsIn('Old', 30))
    const book = await bookAt(id, 'Old/7.cbz')
    await treasure(server, book.id)
    const body = { summary: 'Of the series' }
    const path = `/series/${book.seriesId}/metadata`
    await server.call('PATCH', path, { as: 'ada', body })
    cpSync(`${folder}/Old`, `${folder}/Moved`, { recursive: true, preserveTimestamps: true })
    expect(await scan(server, id)).toMatchObject({ added: 30, moved: 0, missing: 0 })
    rmSync(`${folder}/Old`, { recursive: true })
    // So many at once might be a disk that was taken away: a person is asked.
    expect(await scan(server, id)).toMatchObject({ moved: 0, missing: 0 })
    expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
    const answer = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(await ended(server, id, answer.body.id)).toMatchObject({ moved: 30, missing: 30 })
    expect(await bookOf(id, book.id)).toMatchObject({
      relativePath: 'Moved/7.cbz',
      trashedAt: null,
      pageCount: 3,
      seriesId: book.seriesId,
    })
    expect((await bookOf(id, book.id)).analyzedAt).not.toBeNull()
    await expectTreasure(server, book.id)
    expect((await server.call('GET', path, { as: 'ann' })).body).toMatchObject(body)
    const present = (await booksOf(server, id)).filter(({ trashedAt }) => trashedAt === null)
    expect(present).toHaveLength(30)
    expect((await seriesOf(server, id)).filter(({ trashedAt }) => !trashedAt)).toHaveLength(1)
    expect(await wrongDerived(server.ctx)).toEqual([])
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, changed: 0, missing: 0 })
  })

  test('leaves a copy alone in which somebody reads', async () => {
    const files = await comicsIn('Old', 3)
    const { folder, id } = await begin({ ...files, ...(await comicsIn('Stays', 40, 100)) })
    const book = await bookAt(id, 'Old/1.cbz')
    await treasure(server, book.id)
    cpSync(`${folder}/Old`, `${folder}/Copy`, { recursive: true, preserveTimestamps: true })
    await scan(server, id)
    const copy = await bookAt(id, 'Copy/1.cbz')
    await treasure(server, copy.id)
    rmSync(`${folder}/Old`, { recursive: true })
    expect(await scan(server, id)).toMatchObject({ moved: 0, missing: 3 })
    expect((await bookOf(id, copy.id)).relativePath).toBe('Copy/1.cbz')
    expect((await bookOf(id, book.id)).trashedAt).not.toBeNull()
    put(folder, files)
    await scan(server, id)
    await expectTreasure(server, book.id)
    expect(await wrongDerived(server.ctx)).toEqual([])
  })
})

describe('a book whose place is taken by the file of another one', () => {
  test('keeps its place when that one means nothing to anybody: a better file was put there', async () => {
    const { folder, id } = await begin({
      'A/1.cbz': await comicOf(1),
      'A/1 new.cbz': await comicOf(2),
    })
    const book = await bookAt(id, 'A/1.cbz')
    await treasure(server, book.id)
    move(`${folder}/A/1 new.cbz`, `${folder}/A/1.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, changed: 1, missing: 1 })
    expect((await bookAt(id, 'A/1.cbz')).id).toBe(book.id)
    await expectTreasure(server, book.id)
    expect(await wrongDerived(server.ctx)).toEqual([])
  })

  test('goes to the trash, and comes back with its content wherever that is found', async () => {
    const { folder, id } = await begin({
      'A/1.cbz': await comicOf(601),
      'A/2.cbz': await comicOf(602),
    })
    const [one, two] = [await bookAt(id, 'A/1.cbz'), await bookAt(id, 'A/2.cbz')]
    await treasure(server, one.id)
    await treasure(server, two.id)
    move(`${folder}/A/2.cbz`, `${folder}/A/1.cbz`)
    put(folder, { 'A/2.cbz': await comicOf(3) }, later)
    expect(await scan(server, id)).toMatchObject({ added: 1, moved: 1, missing: 1 })
    expect((await bookOf(id, two.id)).relativePath).toBe('A/1.cbz')
    expect(await bookOf(id, one.id)).toMatchObject({ relativePath: `A/1.cbz//${one.n}` })
    expect((await bookOf(id, one.id)).trashedAt).not.toBeNull()
    expect((await bookAt(id, 'A/2.cbz')).id).not.toBe(one.id)
    await expectTreasure(server, two.id)
    put(folder, { 'B/found.cbz': await comicOf(601) })
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1 })
    expect((await bookOf(id, one.id)).relativePath).toBe('B/found.cbz')
    await expectTreasure(server, one.id)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, changed: 0, missing: 0 })
    expect(await wrongDerived(server.ctx)).toEqual([])
  })
})

test('equal books are told apart by where each of them has been', async () => {
  const twin = await comicOf(700)
  const { folder, id } = await begin({ 'T/a.cbz': twin, 'T/b.cbz': twin })
  const [a, b] = [await bookAt(id, 'T/a.cbz'), await bookAt(id, 'T/b.cbz')]
  await treasure(server, a.id)
  await treasure(server, b.id)
  for (const [from, to] of [
    ['a', 'x'],
    ['b', 'y'],
  ]) {
    move(`${folder}/T/${from}.cbz`, `${folder}/V/${to}.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  }
  move(`${folder}/V/x.cbz`, `${folder}/T/a.cbz`)
  move(`${folder}/V/y.cbz`, `${folder}/T/b.cbz`)
  expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
  expect((await bookAt(id, 'T/a.cbz')).id).toBe(a.id)
  expect((await bookAt(id, 'T/b.cbz')).id).toBe(b.id)
  expect(await wrongDerived(server.ctx)).toEqual([])
})
