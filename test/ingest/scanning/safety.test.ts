import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeComic,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  makeComics,
  startScanServer,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

/** Counts the series of a library that a reader can see. */
const getVisible = async (id: string) =>
  (await server.call('GET', `/series?libraryId=${id}`, { as: 'ann' })).body.total

/** Makes a comic that no other library contains, because a scan moves missing books to copies. */
const makeUniqueComic = () => makeCbz({ pages: 2, width: 8, height: 20 + comics++ })
let comics = 0

async function readBook(bookId: string, currentPage: number) {
  const body = { currentPage, progressPercentage: currentPage / 2 }
  const path = `/books/${bookId}/progress`
  const { status } = await server.call('PUT', path, { as: 'ann', body })
  expect(status).toBe(200)
}

const getProgress = (bookId: string) =>
  server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })

describe('a missing file', () => {
  test('trashes its book, and its series with the last one', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'A/1.cbz': await makeComic(),
      'A/2.cbz': await makeComic(),
      'B/1.cbz': await makeComic(),
    })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    writeFiles(folder, { 'A/2.cbz': null, 'B/1.cbz': null })
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 2 })
    const gone = (await listBooks(server, id)).filter(({ missingSince }) => missingSince)
    expect(gone.map(({ relativePath }) => relativePath)).toEqual(['A/2.cbz', 'B/1.cbz'])
    expect(gone.every(({ trashedAt }) => trashedAt !== null)).toBe(true)
    expect(await getVisible(id)).toBe(1)
    expect(await getLibrary(server, id)).toMatchObject({ bookCount: 1, seriesCount: 1 })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
  })

  test('restores its book with all progress under the same ID', async () => {
    const folder = makeFolder()
    const data = await makeUniqueComic()
    writeFiles(folder, { 'A/1.cbz': data, 'A/2.cbz': data })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const [first, second] = await listBooks(server, id)
    await readBook(first!.id, 1)
    await readBook(second!.id, 2)
    const before = await getProgress(second!.id)
    writeFiles(folder, { 'A/2.cbz': null })
    await scanLibrary(server, id)
    expect((await getProgress(second!.id)).status).toBe(404)
    writeFiles(folder, { 'A/2.cbz': data })
    await scanLibrary(server, id)
    const back = (await listBooks(server, id))[1]!
    expect(back).toMatchObject({ id: second!.id, trashedAt: null, missingSince: null })
    const after = await getProgress(second!.id)
    expect(after.status).toBe(200)
    expect(after.body).toEqual(before.body)
  })

  test('keeps the progress of a whole series through trash and return', async () => {
    const folder = makeFolder()
    const data = await makeUniqueComic()
    writeFiles(folder, { 'A/1.cbz': data, 'B/1.cbz': data })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const [book] = await listBooks(server, id)
    await readBook(book!.id, 2)
    const path = `/series/${book!.seriesId}`
    const before = await server.call('GET', path, { as: 'ann' })
    expect(before.body).toMatchObject({ readCount: 1, unreadCount: 0 })
    writeFiles(folder, { A: null })
    await scanLibrary(server, id)
    expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
    writeFiles(folder, { 'A/1.cbz': data })
    await scanLibrary(server, id)
    const { readCount, unreadCount, lastCompletedAt } = before.body
    const after = await server.call('GET', path, { as: 'ann' })
    expect(after.body).toMatchObject({ readCount, unreadCount, lastCompletedAt })
  })

  test('does not restore a book that a user had trashed', async () => {
    const folder = makeFolder()
    const data = await makeUniqueComic()
    writeFiles(folder, { 'A/1.cbz': data, 'A/2.cbz': data })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const [book] = await listBooks(server, id)
    const trashedAt = new Date(Date.now() - 1000)
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt }).where(eq(books.id, book!.id)),
    )
    writeFiles(folder, { 'A/1.cbz': null })
    await scanLibrary(server, id)
    writeFiles(folder, { 'A/1.cbz': data })
    await scanLibrary(server, id)
    const [after] = await listBooks(server, id)
    expect(after).toMatchObject({ trashedAt, missingSince: null })
  })
})

describe('an untrusted root', () => {
  test.each([
    ['absent', (folder: string) => renameSync(folder, `${folder}-away`)],
    [
      'a file',
      (folder: string) => {
        renameSync(folder, `${folder}-away`)
        writeFileSync(folder, '')
      },
    ],
    [
      'empty',
      (folder: string) => {
        renameSync(folder, `${folder}-away`)
        mkdirSync(folder)
      },
    ],
    [
      'without any book',
      (folder: string) => {
        renameSync(folder, `${folder}-away`)
        mkdirSync(join(folder, 'lost+found'), { recursive: true })
      },
    ],
  ])('that is %s trashes nothing and recovers automatically', async (_, spoil) => {
    const folder = join(makeFolder(), 'root')
    writeFiles(folder, { 'A/1.cbz': await makeComic(), 'B/1.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const before = await listBooks(server, id)
    spoil(folder)
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'failed', missing: 0 })
    expect(await listBooks(server, id)).toEqual(before)
    const library = await getLibrary(server, id)
    expect(library.state).toBe('unavailable')
    expect(JSON.stringify(library.stateReason)).not.toContain(folder)
    expect(await getVisible(id)).toBe(2)

    rmSync(folder, { recursive: true, force: true })
    renameSync(`${folder}-away`, folder)
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect(await getLibrary(server, id)).toMatchObject({ state: 'available', stateReason: null })
    expect(await listBooks(server, id)).toEqual(before)
  })

  test('that lost too many files waits for confirmation while additions continue', async () => {
    const folder = makeFolder()
    const files = await makeComics('Big', 60)
    writeFiles(folder, files)
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const gone = Object.keys(files).slice(0, 25)
    writeFiles(folder, Object.fromEntries(gone.map((path) => [path, null])))
    writeFiles(folder, { 'New/1.cbz': await makeComic() })
    const held = await scanLibrary(server, id)
    expect(held).toMatchObject({ status: 'completed', missing: 0, added: 1 })
    expect(held.messages).toMatchObject([
      {
        params: {
          reason: { code: 'scans.folder.many_missing', params: { missing: 25, count: 60 } },
        },
      },
    ])
    expect(await listPresentPaths(server, id)).toHaveLength(61)
    expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')

    const confirmed = await server.call('POST', `/libraries/${id}/confirm`, { as: 'max' })
    expect(confirmed.status).toBe(202)
    expect(await waitUntilScanEnded(server, id, confirmed.body.id)).toMatchObject({ missing: 25 })
    expect(await listPresentPaths(server, id)).toHaveLength(36)
    expect((await getLibrary(server, id)).state).toBe('available')
  })

  test('that gets its files back no longer asks for confirmation', async () => {
    const folder = makeFolder()
    const files = await makeComics('Big', 40)
    writeFiles(folder, files)
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    renameSync(join(folder, 'Big'), join(folder, '.away'))
    writeFiles(folder, { 'New/1.cbz': await makeComic() })
    await scanLibrary(server, id)
    expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')
    renameSync(join(folder, '.away'), join(folder, 'Big'))
    await scanLibrary(server, id)
    expect(await getLibrary(server, id)).toMatchObject({ state: 'available', stateReason: null })
    expect(await listPresentPaths(server, id)).toHaveLength(41)
  })

  test('on another disk is trusted only when nothing is missing', async () => {
    const folder = makeFolder()
    writeFiles(folder, await makeComics('Big', 5))
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const setDevice = (device: string) =>
      server.ctx.write((tx) =>
        tx.update(libraryRoots).set({ device }).where(eq(libraryRoots.libraryId, id)),
      )
    await setDevice('1')
    await scanLibrary(server, id)
    expect((await getLibrary(server, id)).state).toBe('available')
    await setDevice('1')
    writeFiles(folder, { 'Big/Big v1.cbz': null })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 0 })
    expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')
  })

  test('cannot be confirmed while it is absent', async () => {
    const folder = join(makeFolder(), 'root')
    writeFiles(folder, { 'A/1.cbz': await makeComic() })
    const id = await addLibrary(server, folder)
    const path = `/libraries/${id}/confirm`
    expect((await server.call('POST', path, { as: 'ada' })).status).toBe(409)
    await scanLibrary(server, id)
    renameSync(folder, `${folder}-away`)
    await scanLibrary(server, id)
    const refused = await server.call('POST', path, { as: 'ada' })
    expect(refused.status).toBe(409)
    expect(refused.body.params.reason.code).toBe('libraries.folder_missing')
    expect(await listPresentPaths(server, id)).toHaveLength(1)
  })

  test('affects only itself, not other folders of its library', async () => {
    const [one, two] = [join(makeFolder(), 'one'), makeFolder()]
    writeFiles(one, { 'A/1.cbz': await makeComic() })
    writeFiles(two, { 'B/1.cbz': await makeComic(), 'B/2.cbz': await makeComic() })
    const id = await addLibrary(server, one, { path: undefined, paths: [one, two] })
    await scanLibrary(server, id)
    renameSync(one, `${one}-away`)
    writeFiles(two, { 'B/2.cbz': null, 'B/3.cbz': await makeCbz({ pages: 7 }) })
    expect(await scanLibrary(server, id)).toMatchObject({
      status: 'completed',
      added: 1,
      missing: 1,
    })
    expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz', 'B/1.cbz', 'B/3.cbz'])
    expect((await getLibrary(server, id)).state).toBe('unavailable')
  })
})

test('an exclusion pattern trashes books, and removing it restores them', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'A/1.cbz': await makeComic(), 'Drafts/1.cbz': await makeComic() })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const setExclusions = (excludedPatterns: string | null) =>
    server.call('PATCH', `/libraries/${id}`, { as: 'ada', body: { excludedPatterns } })
  await setExclusions('# not ready\ndrafts/')
  await scanLibrary(server, id)
  expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz'])
  await setExclusions(null)
  await scanLibrary(server, id)
  expect(await listPresentPaths(server, id)).toEqual(['A/1.cbz', 'Drafts/1.cbz'])
  expect(await listSeries(server, id)).toHaveLength(2)
})
