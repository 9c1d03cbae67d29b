/**
 * If the default strategy changes, nothing in existing libraries moves until a user requests it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makeEpub } from '../../support/make/epub'
import {
  addLibrary,
  getLibrary,
  listBooks,
  makeFolder,
  scanLibrary,
  type ScanServer,
  undoScan,
  writeFiles,
} from '../scanning/scan-server'
import { addUserData, expectUserData, makeComic } from '../scanning/user-data'
import { listShelf, patchLibrary, startGroupingServer } from './grouping-server'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const smart = { seriesStrategy: 'smart' }

async function createSplitLibrary() {
  const folder = makeFolder()
  writeFiles(folder, {
    'Berserk/Berserk v01.cbz': await makeComic(1),
    'Berserk/Berserk v02.cbz': await makeComic(2),
    'Berserk/Vol. 3/Berserk v03.cbz': await makeComic(3),
  })
  const id = await addLibrary(server, folder, { seriesStrategy: 'series_volume' })
  await scanLibrary(server, id)
  return { id, folder }
}

const split = [
  ['Berserk', 'Berserk/Berserk v01.cbz', 'Berserk/Berserk v02.cbz'],
  ['Vol. 3', 'Berserk/Vol. 3/Berserk v03.cbz'],
]
const joined = [
  [
    'Berserk',
    'Berserk/Berserk v01.cbz',
    'Berserk/Berserk v02.cbz',
    'Berserk/Vol. 3/Berserk v03.cbz',
  ],
]

describe('A2: a library with the former default', () => {
  test('keeps its strategy and its series in later scans', async () => {
    const { id } = await createSplitLibrary()
    for (const mode of ['normal', 'deep']) {
      expect(await scanLibrary(server, id, mode)).toMatchObject({ added: 0, moved: 0, missing: 0 })
    }
    expect(await listShelf(server, id)).toEqual(split)
    expect((await getLibrary(server, id)).seriesStrategy).toBe('series_volume')
  })

  test('previews the new default, then keeps ids, edits and progress, and can be undone', async () => {
    const { id } = await createSplitLibrary()
    const before = await listBooks(server, id)
    for (const book of before) await addUserData(server, book.id)
    const nested = before.find(({ relativePath }) => relativePath.includes('Vol. 3'))!
    const body = { title: 'Third volume' }
    const edit = await server.call('PATCH', `/series/${nested.seriesId}/metadata`, {
      as: 'ada',
      body,
    })
    expect(edit.status).toBe(200)
    const path = `/libraries/${id}/strategies/preview`
    const preview = (await server.call('POST', path, { as: 'ada', body: smart })).body
    expect(preview).toMatchObject({ booksMoved: 1, seriesKept: 1, seriesEmptied: 1 })

    await patchLibrary(server, id, smart)
    expect(await listShelf(server, id)).toEqual(joined)
    const after = await listBooks(server, id)
    expect(after.map((book) => book.id)).toEqual(before.map((book) => book.id))
    for (const book of after) await expectUserData(server, book.id)

    const scans = (await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body
    await undoScan(server, id, (scans.data ?? scans)[0].id)
    expect(await listShelf(server, id)).toEqual([
      split[0]!,
      ['Third volume', ...split[1]!.slice(1)],
    ])
    for (const book of before) await expectUserData(server, book.id)
  })
})

describe('A11: a shelf of e-books', () => {
  const makeNovel = (title: string, series?: string) =>
    makeEpub({ title, author: 'A. Writer', cover: false, ...(series !== undefined && { series }) })

  test('J16: the folder of an author with one name does not title the book', async () => {
    const folder = makeFolder()
    const makeBook = (title: string, author: string) => makeEpub({ title, author, cover: false })
    writeFiles(folder, {
      'Aesop/Aesop Fables.epub': await makeBook('Aesop Fables', 'Aesop'),
      'Dune/Dune Messiah.epub': await makeBook('Dune Messiah', 'Frank Herbert'),
    })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const titles = (await listShelf(server, id)).map(([title]) => title)
    expect(titles).toEqual(['Aesop Fables', 'Dune'])
  })

  test('keeps ids, series and progress in later scans and after a rename', async () => {
    const folder = makeFolder()
    writeFiles(folder, {
      'Shelf/One.epub': await makeNovel('One', 'Cycle'),
      'Shelf/Two.epub': await makeNovel('Two', 'Cycle'),
      'Shelf/Three.epub': await makeNovel('Three', 'Cycle'),
      'Shelf/Alone.epub': await makeNovel('Alone'),
    })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const shelf = await listShelf(server, id)
    expect(shelf.map(([title, ...books]) => [title, books.length])).toEqual([
      ['Alone', 1],
      ['Cycle', 3],
    ])
    const before = await listBooks(server, id)
    for (const book of before) await addUserData(server, book.id)
    for (const mode of ['normal', 'deep']) await scanLibrary(server, id, mode)
    expect(await listShelf(server, id)).toEqual(shelf)

    renameSync(join(folder, 'Shelf'), join(folder, 'Other shelf'))
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 4, missing: 0 })
    const after = await listBooks(server, id)
    const idsOf = (books: typeof before) => books.map((book) => [book.id, book.seriesId]).toSorted()
    expect(idsOf(after)).toEqual(idsOf(before))
    for (const book of after) await expectUserData(server, book.id)
  })
})
