import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  booksOf,
  comic,
  ended,
  libraryOf,
  makeFolder,
  manyComics,
  startScanServer,
  presentPaths,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

/** What a reader sees of a library. */
const seen = async (id: string) =>
  (await server.call('GET', `/series?libraryId=${id}`, { as: 'ann' })).body.total

async function read(bookId: string, currentPage: number) {
  const body = { currentPage, progressPercentage: currentPage / 2 }
  const path = `/books/${bookId}/progress`
  const { status } = await server.call('PUT', path, { as: 'ann', body })
  expect(status).toBe(200)
}

const progressOf = (bookId: string) =>
  server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })

describe('a file that is gone', () => {
  test('puts its book into the trash, and its series with the last one', async () => {
    const folder = makeFolder()
    put(folder, { 'A/1.cbz': await comic(), 'A/2.cbz': await comic(), 'B/1.cbz': await comic() })
    const id = await addLibrary(server, folder)
    await scan(server, id)
    put(folder, { 'A/2.cbz': null, 'B/1.cbz': null })
    expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 2 })
    const gone = (await booksOf(server, id)).filter(({ missingSince }) => missingSince)
    expect(gone.map(({ relativePath }) => relativePath)).toEqual(['A/2.cbz', 'B/1.cbz'])
    expect(gone.every(({ trashedAt }) => trashedAt !== null)).toBe(true)
    expect(await seen(id)).toBe(1)
    expect(await libraryOf(server, id)).toMatchObject({ bookCount: 1, seriesCount: 1 })
    expect(await scan(server, id)).toMatchObject({ missing: 0 })
  })

  test('brings its book back with all that was read, under the same id', async () => {
    const folder = makeFolder()
    const data = await comic()
    put(folder, { 'A/1.cbz': data, 'A/2.cbz': data })
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const [first, second] = await booksOf(server, id)
    await read(first!.id, 1)
    await read(second!.id, 2)
    const before = await progressOf(second!.id)
    put(folder, { 'A/2.cbz': null })
    await scan(server, id)
    expect((await progressOf(second!.id)).status).toBe(404)
    put(folder, { 'A/2.cbz': data })
    await scan(server, id)
    const back = (await booksOf(server, id))[1]!
    expect(back).toMatchObject({ id: second!.id, trashedAt: null, missingSince: null })
    const after = await progressOf(second!.id)
    expect(after.status).toBe(200)
    expect(after.body).toEqual(before.body)
  })

  test('keeps the reading of a whole series through its trash and return', async () => {
    const folder = makeFolder()
    const data = await comic()
    put(folder, { 'A/1.cbz': data, 'B/1.cbz': data })
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const [book] = await booksOf(server, id)
    await read(book!.id, 2)
    const path = `/series/${book!.seriesId}`
    const before = await server.call('GET', path, { as: 'ann' })
    expect(before.body).toMatchObject({ readCount: 1, unreadCount: 0 })
    put(folder, { A: null })
    await scan(server, id)
    expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
    put(folder, { 'A/1.cbz': data })
    await scan(server, id)
    const { readCount, unreadCount, lastCompletedAt } = before.body
    const after = await server.call('GET', path, { as: 'ann' })
    expect(after.body).toMatchObject({ readCount, unreadCount, lastCompletedAt })
  })

  test('leaves in the trash what a person put there before', async () => {
    const folder = makeFolder()
    const data = await comic()
    put(folder, { 'A/1.cbz': data, 'A/2.cbz': data })
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const [book] = await booksOf(server, id)
    const trashedAt = new Date(Date.now() - 1000)
    await server.ctx.write((tx) =>
      tx.update(books).set({ trashedAt }).where(eq(books.id, book!.id)),
    )
    put(folder, { 'A/1.cbz': null })
    await scan(server, id)
    put(folder, { 'A/1.cbz': data })
    await scan(server, id)
    const [after] = await booksOf(server, id)
    expect(after).toMatchObject({ trashedAt, missingSince: null })
  })
})

describe('a root that cannot be believed', () => {
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
  ])('that is %s marks nothing missing, and heals by itself', async (_, spoil) => {
    const folder = join(makeFolder(), 'root')
    put(folder, { 'A/1.cbz': await comic(), 'B/1.cbz': await comic() })
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const before = await booksOf(server, id)
    spoil(folder)
    expect(await scan(server, id)).toMatchObject({ status: 'failed', missing: 0 })
    expect(await booksOf(server, id)).toEqual(before)
    const library = await libraryOf(server, id)
    expect(library.state).toBe('unavailable')
    expect(JSON.stringify(library.stateReason)).not.toContain(folder)
    expect(await seen(id)).toBe(2)

    rmSync(folder, { recursive: true, force: true })
    renameSync(`${folder}-away`, folder)
    expect(await scan(server, id)).toMatchObject({ status: 'completed', missing: 0 })
    expect(await libraryOf(server, id)).toMatchObject({ state: 'available', stateReason: null })
    expect(await booksOf(server, id)).toEqual(before)
  })

  test('that lost too many files at once waits for a person, while additions go on', async () => {
    const folder = makeFolder()
    const files = await manyComics('Big', 60)
    put(folder, files)
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const gone = Object.keys(files).slice(0, 25)
    put(folder, Object.fromEntries(gone.map((path) => [path, null])))
    put(folder, { 'New/1.cbz': await comic() })
    const held = await scan(server, id)
    expect(held).toMatchObject({ status: 'completed', missing: 0, added: 1 })
    expect(held.messages).toMatchObject([
      {
        params: {
          reason: { code: 'scans.folder.many_missing', params: { missing: 25, count: 60 } },
        },
      },
    ])
    expect(await presentPaths(server, id)).toHaveLength(61)
    expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')

    const confirmed = await server.call('POST', `/libraries/${id}/confirm`, { as: 'max' })
    expect(confirmed.status).toBe(202)
    expect(await ended(server, id, confirmed.body.id)).toMatchObject({ missing: 25 })
    expect(await presentPaths(server, id)).toHaveLength(36)
    expect((await libraryOf(server, id)).state).toBe('available')
  })

  test('that gets its files back forgets that it asked', async () => {
    const folder = makeFolder()
    const files = await manyComics('Big', 40)
    put(folder, files)
    const id = await addLibrary(server, folder)
    await scan(server, id)
    renameSync(join(folder, 'Big'), join(folder, '.away'))
    put(folder, { 'New/1.cbz': await comic() })
    await scan(server, id)
    expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
    renameSync(join(folder, '.away'), join(folder, 'Big'))
    await scan(server, id)
    expect(await libraryOf(server, id)).toMatchObject({ state: 'available', stateReason: null })
    expect(await presentPaths(server, id)).toHaveLength(41)
  })

  test('on another disk is believed only when nothing is missing', async () => {
    const folder = makeFolder()
    put(folder, await manyComics('Big', 5))
    const id = await addLibrary(server, folder)
    await scan(server, id)
    const elsewhere = (device: string) =>
      server.ctx.write((tx) =>
        tx.update(libraryRoots).set({ device }).where(eq(libraryRoots.libraryId, id)),
      )
    await elsewhere('1')
    await scan(server, id)
    expect((await libraryOf(server, id)).state).toBe('available')
    await elsewhere('1')
    put(folder, { 'Big/Big v1.cbz': null })
    expect(await scan(server, id)).toMatchObject({ missing: 0 })
    expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
  })

  test('cannot be confirmed away while it is not there', async () => {
    const folder = join(makeFolder(), 'root')
    put(folder, { 'A/1.cbz': await comic() })
    const id = await addLibrary(server, folder)
    const path = `/libraries/${id}/confirm`
    expect((await server.call('POST', path, { as: 'ada' })).status).toBe(409)
    await scan(server, id)
    renameSync(folder, `${folder}-away`)
    await scan(server, id)
    const refused = await server.call('POST', path, { as: 'ada' })
    expect(refused.status).toBe(409)
    expect(refused.body.params.reason.code).toBe('libraries.folder_missing')
    expect(await presentPaths(server, id)).toHaveLength(1)
  })

  test('holds back only itself, not the other folders of its library', async () => {
    const [one, two] = [join(makeFolder(), 'one'), makeFolder()]
    put(one, { 'A/1.cbz': await comic() })
    put(two, { 'B/1.cbz': await comic(), 'B/2.cbz': await comic() })
    const id = await addLibrary(server, one, { path: undefined, paths: [one, two] })
    await scan(server, id)
    renameSync(one, `${one}-away`)
    put(two, { 'B/2.cbz': null, 'B/3.cbz': await makeCbz({ pages: 7 }) })
    expect(await scan(server, id)).toMatchObject({ status: 'completed', added: 1, missing: 1 })
    expect(await presentPaths(server, id)).toEqual(['A/1.cbz', 'B/1.cbz', 'B/3.cbz'])
    expect((await libraryOf(server, id)).state).toBe('unavailable')
  })
})

test('a pattern that excludes files puts their books into the trash, and back without it', async () => {
  const folder = makeFolder()
  put(folder, { 'A/1.cbz': await comic(), 'Drafts/1.cbz': await comic() })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const exclude = (excludedPatterns: string | null) =>
    server.call('PATCH', `/libraries/${id}`, { as: 'ada', body: { excludedPatterns } })
  await exclude('# not ready\ndrafts/')
  await scan(server, id)
  expect(await presentPaths(server, id)).toEqual(['A/1.cbz'])
  await exclude(null)
  await scan(server, id)
  expect(await presentPaths(server, id)).toEqual(['A/1.cbz', 'Drafts/1.cbz'])
  expect(await seriesOf(server, id)).toHaveLength(2)
})
