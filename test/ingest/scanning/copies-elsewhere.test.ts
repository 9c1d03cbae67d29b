/** Copies of books in another library take over user data when the original is deleted. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { findWrongDerivedData } from '../../support/derived'
import { makeComic, makeComics, expectUserData, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const getBook = async (libraryId: string, id: string) =>
  (await listBooks(server, libraryId)).find((book) => book.id === id)
const findBook = async (libraryId: string, path: string) =>
  (await listBooks(server, libraryId)).find(({ relativePath }) => relativePath === path)!

let seeds = 1000
/** Builds comics that no other test uses. */
async function buildComics(count: number) {
  const files = await makeComics('Old', count, (seeds += 100))
  return Object.fromEntries(Object.values(files).map((data, i) => [`Old/${i + 1}.cbz`, data]))
}

/** Creates two libraries; the second one gets a copy of `Old` in the first. */
async function createLibraries(files: Record<string, Uint8Array>) {
  const [here, there] = [makeFolder(), makeFolder()]
  writeFiles(here, { ...(await makeComics('Stays', 30, (seeds += 100))), ...files })
  writeFiles(there, { 'Z/0.cbz': await makeComic((seeds += 100)) })
  const from = await addLibrary(server, here)
  const to = await addLibrary(server, there)
  for (const id of [from, to]) await scanLibrary(server, id)
  return { here, there, from, to }
}

const copyFolder = (here: string, there: string) =>
  cpSync(`${here}/Old`, `${there}/New`, { recursive: true, preserveTimestamps: true })

async function waitUntilMoved(libraryId: string, bookId: string) {
  for (let tries = 0; tries < 1200; tries++) {
    const { body } = await server.call('GET', `/libraries/${libraryId}/scans`, { as: 'ada' })
    const isIdle = (body.data as { status: string }[]).every(
      ({ status }) => !['pending', 'running'].includes(status),
    )
    if (isIdle && (await getBook(libraryId, bookId))) return
    await Bun.sleep(25)
  }
  throw new Error('the book never arrived')
}

describe('a book that is copied to another library and then deleted', () => {
  test('continues there automatically, with its series when all books are copied', async () => {
    const { here, there, from, to } = await createLibraries(await buildComics(3))
    const book = await findBook(from, 'Old/1.cbz')
    await addUserData(server, book.id)
    const summary = { summary: 'Of the series' }
    const path = `/series/${book.seriesId}/metadata`
    await server.call('PATCH', path, { as: 'ada', body: summary })
    copyFolder(here, there)
    expect(await scanLibrary(server, to)).toMatchObject({ added: 3, moved: 0 })
    rmSync(`${here}/Old`, { recursive: true })
    expect(await scanLibrary(server, from)).toMatchObject({ missing: 3, moved: 0 })
    await waitUntilMoved(to, book.id)
    expect(await getBook(to, book.id)).toMatchObject({
      relativePath: 'New/1.cbz',
      seriesId: book.seriesId,
      trashedAt: null,
      missingSince: null,
      pageCount: 3,
    })
    await expectUserData(server, book.id)
    expect((await server.call('GET', path, { as: 'ann' })).body).toMatchObject(summary)
    const present = (await listBooks(server, to)).filter(({ trashedAt }) => trashedAt === null)
    expect(present.map(({ relativePath }) => relativePath)).toEqual([
      'New/1.cbz',
      'New/2.cbz',
      'New/3.cbz',
      'Z/0.cbz',
    ])
    for (const id of [from, to])
      expect(await scanLibrary(server, id)).toMatchObject({
        added: 0,
        moved: 0,
        changed: 0,
        missing: 0,
      })
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })

  test('E1: stays in the trash when a user reads the copy, which gets its data', async () => {
    const { here, there, from, to } = await createLibraries(await buildComics(1))
    const book = await findBook(from, 'Old/1.cbz')
    await addUserData(server, book.id)
    copyFolder(here, there)
    await scanLibrary(server, to)
    await addUserData(server, (await findBook(to, 'New/1.cbz')).id)
    rmSync(`${here}/Old`, { recursive: true })
    await scanLibrary(server, from)
    expect(await scanLibrary(server, to)).toMatchObject({ moved: 0, missing: 0 })
    expect((await getBook(from, book.id))!.trashedAt).not.toBeNull()
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })

  test('returns when the takeover is undone, and stays there', async () => {
    const old = await buildComics(1)
    const { here, there, from, to } = await createLibraries(old)
    const book = await findBook(from, 'Old/1.cbz')
    await addUserData(server, book.id)
    copyFolder(here, there)
    await scanLibrary(server, to)
    const copied = await findBook(to, 'New/1.cbz')
    rmSync(`${here}/Old`, { recursive: true })
    await scanLibrary(server, from)
    await waitUntilMoved(to, book.id)
    const { body } = await server.call('GET', `/libraries/${to}/scans`, { as: 'ada' })
    expect(await undoScan(server, to, body.data[0].id)).toMatchObject({ status: 'completed' })
    expect((await getBook(from, book.id))!.trashedAt).not.toBeNull()
    expect(await getBook(to, copied.id)).toMatchObject({
      relativePath: 'New/1.cbz',
      trashedAt: null,
      missingSince: null,
    })
    expect(await scanLibrary(server, to)).toMatchObject({ moved: 0, missing: 0, added: 0 })
    expect((await getBook(from, book.id))!.trashedAt).not.toBeNull()
    writeFiles(here, old)
    await scanLibrary(server, from)
    await expectUserData(server, book.id)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })
})

test('also moves bookmarks, settings and covers', async () => {
  const { here, there, from, to } = await createLibraries(await buildComics(2))
  const [one, two] = [await findBook(from, 'Old/1.cbz'), await findBook(from, 'Old/2.cbz')]
  const mark = { page: 2, note: 'here' }
  const marked = await server.call('POST', `/books/${one.id}/bookmarks`, { as: 'ann', body: mark })
  expect(marked.status).toBeLessThan(300)
  copyFolder(here, there)
  await scanLibrary(server, to)
  rmSync(`${here}/Old`, { recursive: true })
  await scanLibrary(server, from)
  await waitUntilMoved(to, one.id)
  expect(await getBook(to, two.id)).toBeUndefined()
  const { body } = await server.call('GET', `/books/${one.id}/bookmarks`, { as: 'ann' })
  expect(JSON.stringify(body)).toContain('here')
})

test('of two copies that existed from the start, the remaining one takes over until the other returns', async () => {
  const data = await makeComic(903)
  const { here, from } = await createLibraries({ 'A/1.cbz': data, 'B/other.cbz': data })
  const [a, b] = [await findBook(from, 'A/1.cbz'), await findBook(from, 'B/other.cbz')]
  await addUserData(server, a.id)
  writeFiles(here, { A: null })
  expect(await scanLibrary(server, from)).toMatchObject({ moved: 1, missing: 1 })
  expect(await getBook(from, a.id)).toMatchObject({ relativePath: 'B/other.cbz', trashedAt: null })
  await expectUserData(server, a.id)
  expect((await getBook(from, b.id))!.trashedAt).not.toBeNull()
  writeFiles(here, { 'A/1.cbz': data })
  expect(await scanLibrary(server, from)).toMatchObject({ added: 0, moved: 2, missing: 0 })
  expect(await getBook(from, a.id)).toMatchObject({ relativePath: 'A/1.cbz', trashedAt: null })
  expect(await getBook(from, b.id)).toMatchObject({
    relativePath: 'B/other.cbz',
    trashedAt: null,
    missingSince: null,
  })
  await expectUserData(server, a.id)
  expect(await scanLibrary(server, from)).toMatchObject({ added: 0, moved: 0, missing: 0 })
  expect((await listSeries(server, from)).filter(({ trashedAt }) => !trashedAt)).toHaveLength(3)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('a trashed copy never trashes the other one when its file is deleted', async () => {
  const data = await makeComic(904)
  const { here, from } = await createLibraries({ 'A/1.cbz': data, 'B/1.cbz': data })
  const [a, b] = [await findBook(from, 'A/1.cbz'), await findBook(from, 'B/1.cbz')]
  await addUserData(server, a.id)
  expect((await server.call('DELETE', `/books/${a.id}`, { as: 'max' })).status).toBeLessThan(300)
  writeFiles(here, { A: null })
  await scanLibrary(server, from)
  const present = (await listBooks(server, from)).filter(({ trashedAt }) => trashedAt === null)
  expect(present.find(({ relativePath }) => relativePath === 'B/1.cbz')?.id).toBe(b.id)
  await expectUserData(server, b.id)
  expect((await getBook(from, a.id))!.trashedAt).not.toBeNull()
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})
