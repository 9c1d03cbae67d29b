/** Equal files in two libraries, of which one goes: what a reader did goes on with the other. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { wrongDerived } from '../../storm/derived'
import { comicOf, comicsIn, expectTreasure, treasure } from './moved'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
  undo,
} from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const bookOf = async (libraryId: string, id: string) =>
  (await booksOf(server, libraryId)).find((book) => book.id === id)
const bookAt = async (libraryId: string, path: string) =>
  (await booksOf(server, libraryId)).find(({ relativePath }) => relativePath === path)!

let seeds = 1000
/** Of which no other test has any. */
async function oldComics(count: number) {
  const files = await comicsIn('Old', count, (seeds += 100))
  return Object.fromEntries(Object.values(files).map((data, i) => [`Old/${i + 1}.cbz`, data]))
}

/** Two libraries, of which the second gets a copy of `Old` in the first. */
async function begin(files: Record<string, Uint8Array>) {
  const [here, there] = [makeFolder(), makeFolder()]
  put(here, { ...(await comicsIn('Stays', 30, (seeds += 100))), ...files })
  put(there, { 'Z/0.cbz': await comicOf((seeds += 100)) })
  const from = await addLibrary(server, here)
  const to = await addLibrary(server, there)
  for (const id of [from, to]) await scan(server, id)
  return { here, there, from, to }
}

const copy = (here: string, there: string) =>
  cpSync(`${here}/Old`, `${there}/New`, { recursive: true, preserveTimestamps: true })

async function untilIn(libraryId: string, bookId: string) {
  for (let tries = 0; tries < 1200; tries++) {
    const { body } = await server.call('GET', `/libraries/${libraryId}/scans`, { as: 'ada' })
    const isIdle = (body.data as { status: string }[]).every(
      ({ status }) => !['pending', 'running'].includes(status),
    )
    if (isIdle && (await bookOf(libraryId, bookId))) return
    await Bun.sleep(25)
  }
  throw new Error('the book never arrived')
}

describe('a book that is copied into another library, and deleted where it was', () => {
  test('goes on there by itself, with its series when all of it goes', async () => {
    const { here, there, from, to } = await begin(await oldComics(3))
    const book = await bookAt(from, 'Old/1.cbz')
    await treasure(server, book.id)
    const summary = { summary: 'Of the series' }
    const path = `/series/${book.seriesId}/metadata`
    await server.call('PATCH', path, { as: 'ada', body: summary })
    copy(here, there)
    expect(await scan(server, to)).toMatchObject({ added: 3, moved: 0 })
    rmSync(`${here}/Old`, { recursive: true })
    expect(await scan(server, from)).toMatchObject({ missing: 3, moved: 0 })
    await untilIn(to, book.id)
    expect(await bookOf(to, book.id)).toMatchObject({
      relativePath: 'New/1.cbz',
      seriesId: book.seriesId,
      trashedAt: null,
      missingSince: null,
      pageCount: 3,
    })
    await expectTreasure(server, book.id)
    expect((await server.call('GET', path, { as: 'ann' })).body).toMatchObject(summary)
    const present = (await booksOf(server, to)).filter(({ trashedAt }) => trashedAt === null)
    expect(present.map(({ relativePath }) => relativePath)).toEqual([
      'New/1.cbz',
      'New/2.cbz',
      'New/3.cbz',
      'Z/0.cbz',
    ])
    for (const id of [from, to])
      expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, changed: 0, missing: 0 })
    expect(await wrongDerived(server.ctx)).toEqual([])
  })

  test('stays in the trash when somebody reads in the copy', async () => {
    const { here, there, from, to } = await begin(await oldComics(1))
    const book = await bookAt(from, 'Old/1.cbz')
    await treasure(server, book.id)
    copy(here, there)
    await scan(server, to)
    await treasure(server, (await bookAt(to, 'New/1.cbz')).id)
    rmSync(`${here}/Old`, { recursive: true })
    await scan(server, from)
    expect(await scan(server, to)).toMatchObject({ moved: 0, missing: 0 })
    expect((await bookOf(from, book.id))!.trashedAt).not.toBeNull()
    expect(await wrongDerived(server.ctx)).toEqual([])
  })

  test('goes back when that is undone, and stays there', async () => {
    const old = await oldComics(1)
    const { here, there, from, to } = await begin(old)
    const book = await bookAt(from, 'Old/1.cbz')
    await treasure(server, book.id)
    copy(here, there)
    await scan(server, to)
    const copied = await bookAt(to, 'New/1.cbz')
    rmSync(`${here}/Old`, { recursive: true })
    await scan(server, from)
    await untilIn(to, book.id)
    const { body } = await server.call('GET', `/libraries/${to}/scans`, { as: 'ada' })
    expect(await undo(server, to, body.data[0].id)).toMatchObject({ status: 'completed' })
    expect((await bookOf(from, book.id))!.trashedAt).not.toBeNull()
    expect(await bookOf(to, copied.id)).toMatchObject({
      relativePath: 'New/1.cbz',
      trashedAt: null,
      missingSince: null,
    })
    expect(await scan(server, to)).toMatchObject({ moved: 0, missing: 0, added: 0 })
    expect((await bookOf(from, book.id))!.trashedAt).not.toBeNull()
    put(here, old)
    await scan(server, from)
    await expectTreasure(server, book.id)
    expect(await wrongDerived(server.ctx)).toEqual([])
  })
})

test('marks, settings and the covers of a book count as what a reader did', async () => {
  const { here, there, from, to } = await begin(await oldComics(2))
  const [one, two] = [await bookAt(from, 'Old/1.cbz'), await bookAt(from, 'Old/2.cbz')]
  const mark = { page: 2, note: 'here' }
  const marked = await server.call('POST', `/books/${one.id}/bookmarks`, { as: 'ann', body: mark })
  expect(marked.status).toBeLessThan(300)
  copy(here, there)
  await scan(server, to)
  rmSync(`${here}/Old`, { recursive: true })
  await scan(server, from)
  await untilIn(to, one.id)
  expect(await bookOf(to, two.id)).toBeUndefined()
  const { body } = await server.call('GET', `/books/${one.id}/bookmarks`, { as: 'ann' })
  expect(JSON.stringify(body)).toContain('here')
})

test('of two equal books that were always there, the one that stays takes over until the other is back', async () => {
  const data = await comicOf(903)
  const { here, from } = await begin({ 'A/1.cbz': data, 'B/other.cbz': data })
  const [a, b] = [await bookAt(from, 'A/1.cbz'), await bookAt(from, 'B/other.cbz')]
  await treasure(server, a.id)
  put(here, { A: null })
  expect(await scan(server, from)).toMatchObject({ moved: 1, missing: 1 })
  expect(await bookOf(from, a.id)).toMatchObject({ relativePath: 'B/other.cbz', trashedAt: null })
  await expectTreasure(server, a.id)
  expect((await bookOf(from, b.id))!.trashedAt).not.toBeNull()
  put(here, { 'A/1.cbz': data })
  expect(await scan(server, from)).toMatchObject({ added: 0, moved: 2, missing: 0 })
  expect(await bookOf(from, a.id)).toMatchObject({ relativePath: 'A/1.cbz', trashedAt: null })
  expect(await bookOf(from, b.id)).toMatchObject({
    relativePath: 'B/other.cbz',
    trashedAt: null,
    missingSince: null,
  })
  await expectTreasure(server, a.id)
  expect(await scan(server, from)).toMatchObject({ added: 0, moved: 0, missing: 0 })
  expect((await seriesOf(server, from)).filter(({ trashedAt }) => !trashedAt)).toHaveLength(3)
  expect(await wrongDerived(server.ctx)).toEqual([])
})

test('of two equal books the one in the trash never takes the other along when its file is deleted', async () => {
  const data = await comicOf(904)
  const { here, from } = await begin({ 'A/1.cbz': data, 'B/1.cbz': data })
  const [a, b] = [await bookAt(from, 'A/1.cbz'), await bookAt(from, 'B/1.cbz')]
  await treasure(server, a.id)
  expect((await server.call('DELETE', `/books/${a.id}`, { as: 'max' })).status).toBeLessThan(300)
  put(here, { A: null })
  await scan(server, from)
  const present = (await booksOf(server, from)).filter(({ trashedAt }) => trashedAt === null)
  expect(present.find(({ relativePath }) => relativePath === 'B/1.cbz')?.id).toBe(a.id)
  await expectTreasure(server, a.id)
  expect((await bookOf(from, b.id))!.trashedAt).not.toBeNull()
  expect(await wrongDerived(server.ctx)).toEqual([])
})
