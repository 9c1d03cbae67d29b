/** The choice between two equal files, and books whose path is taken by another file. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { findWrongDerivedData } from '../../support/derived'
import { makeComic, makeComics, expectUserData, moveFile, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const firstAt = 1_600_000_000

async function createLibrary(files: Record<string, Uint8Array>) {
  const folder = makeFolder()
  let at = firstAt
  // A scan could not tell apart two files of the same size and time.
  for (const [path, data] of Object.entries(files))
    writeFiles(folder, { [path]: data }, new Date(at++ * 1000))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { folder, id }
}

const findBook = async (id: string, path: string) =>
  (await listBooks(server, id)).find(({ relativePath }) => relativePath === path)!
const getBook = async (libraryId: string, id: string) =>
  (await listBooks(server, libraryId)).find((book) => book.id === id)!
const later = new Date('2024-07-01')

describe('a folder that is copied, with the original deleted after a scan', () => {
  test('keeps its books, its series and both paths', async () => {
    const { folder, id } = await createLibrary(await makeComics('Old', 30))
    const book = await findBook(id, 'Old/7.cbz')
    await addUserData(server, book.id)
    const body = { summary: 'Of the series' }
    const path = `/series/${book.seriesId}/metadata`
    await server.call('PATCH', path, { as: 'ada', body })
    cpSync(`${folder}/Old`, `${folder}/Moved`, { recursive: true, preserveTimestamps: true })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 30, moved: 0, missing: 0 })
    rmSync(`${folder}/Old`, { recursive: true })
    // A disk may have been disconnected, so this many losses need confirmation.
    expect(await scanLibrary(server, id)).toMatchObject({ moved: 0, missing: 0 })
    expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')
    const answer = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
    expect(await waitUntilScanEnded(server, id, answer.body.id)).toMatchObject({
      moved: 30,
      missing: 30,
    })
    expect(await getBook(id, book.id)).toMatchObject({
      relativePath: 'Moved/7.cbz',
      trashedAt: null,
      pageCount: 3,
      seriesId: book.seriesId,
    })
    expect((await getBook(id, book.id)).analyzedAt).not.toBeNull()
    await expectUserData(server, book.id)
    expect((await server.call('GET', path, { as: 'ann' })).body).toMatchObject(body)
    const present = (await listBooks(server, id)).filter(({ trashedAt }) => trashedAt === null)
    expect(present).toHaveLength(30)
    expect((await listSeries(server, id)).filter(({ trashedAt }) => !trashedAt)).toHaveLength(1)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
    expect(await scanLibrary(server, id)).toMatchObject({
      added: 0,
      moved: 0,
      changed: 0,
      missing: 0,
    })
  })

  test('does not take over a copy that a user reads', async () => {
    // A scan of another library would take over a book with the same content.
    const files = await makeComics('Old', 3, 201)
    const { folder, id } = await createLibrary({
      ...files,
      ...(await makeComics('Stays', 40, 100)),
    })
    const book = await findBook(id, 'Old/201.cbz')
    await addUserData(server, book.id)
    cpSync(`${folder}/Old`, `${folder}/Copy`, { recursive: true, preserveTimestamps: true })
    await scanLibrary(server, id)
    const copy = await findBook(id, 'Copy/201.cbz')
    await addUserData(server, copy.id)
    rmSync(`${folder}/Old`, { recursive: true })
    expect(await scanLibrary(server, id)).toMatchObject({ moved: 0, missing: 3 })
    expect((await getBook(id, copy.id)).relativePath).toBe('Copy/201.cbz')
    expect((await getBook(id, book.id)).trashedAt).not.toBeNull()
    writeFiles(folder, files)
    await scanLibrary(server, id)
    await expectUserData(server, book.id)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })
})

describe('a book whose path is taken by the file of another one', () => {
  test('keeps its path when the other one has no user data, as after a better file was put there', async () => {
    const { folder, id } = await createLibrary({
      'A/1.cbz': await makeComic(611),
      'A/1 new.cbz': await makeComic(612),
    })
    const book = await findBook(id, 'A/1.cbz')
    await addUserData(server, book.id)
    moveFile(`${folder}/A/1 new.cbz`, `${folder}/A/1.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({
      added: 0,
      moved: 0,
      changed: 1,
      missing: 1,
    })
    expect((await findBook(id, 'A/1.cbz')).id).toBe(book.id)
    await expectUserData(server, book.id)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })

  test('is trashed, and restored wherever its content is found', async () => {
    const { folder, id } = await createLibrary({
      'A/1.cbz': await makeComic(601),
      'A/2.cbz': await makeComic(602),
    })
    const [one, two] = [await findBook(id, 'A/1.cbz'), await findBook(id, 'A/2.cbz')]
    await addUserData(server, one.id)
    await addUserData(server, two.id)
    moveFile(`${folder}/A/2.cbz`, `${folder}/A/1.cbz`)
    writeFiles(folder, { 'A/2.cbz': await makeComic(613) }, later)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1, moved: 1, missing: 1 })
    expect((await getBook(id, two.id)).relativePath).toBe('A/1.cbz')
    expect(await getBook(id, one.id)).toMatchObject({ relativePath: `A/1.cbz//${one.n}` })
    expect((await getBook(id, one.id)).trashedAt).not.toBeNull()
    expect((await findBook(id, 'A/2.cbz')).id).not.toBe(one.id)
    await expectUserData(server, two.id)
    writeFiles(folder, { 'B/found.cbz': await makeComic(601) })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1 })
    expect((await getBook(id, one.id)).relativePath).toBe('B/found.cbz')
    await expectUserData(server, one.id)
    expect(await scanLibrary(server, id)).toMatchObject({
      added: 0,
      moved: 0,
      changed: 0,
      missing: 0,
    })
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })
})

test('equal books are distinguished by their previous paths', async () => {
  const twin = await makeComic(700)
  const { folder, id } = await createLibrary({ 'T/a.cbz': twin, 'T/b.cbz': twin })
  const [a, b] = [await findBook(id, 'T/a.cbz'), await findBook(id, 'T/b.cbz')]
  await addUserData(server, a.id)
  await addUserData(server, b.id)
  for (const [from, to] of [
    ['a', 'x'],
    ['b', 'y'],
  ]) {
    moveFile(`${folder}/T/${from}.cbz`, `${folder}/V/${to}.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
  }
  moveFile(`${folder}/V/x.cbz`, `${folder}/T/a.cbz`)
  moveFile(`${folder}/V/y.cbz`, `${folder}/T/b.cbz`)
  expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
  expect((await findBook(id, 'T/a.cbz')).id).toBe(a.id)
  expect((await findBook(id, 'T/b.cbz')).id).toBe(b.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})
