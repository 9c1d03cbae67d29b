/** Folders of loose pictures are books like others. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { BookFile } from '../../../src/media/contents/file'
import { findEntry, openZip, readZipEntry } from '../../../src/media/archives/zip/zip'
import { expectTreasure, treasure } from './moved'
import {
  addLibrary,
  booksOf,
  makeFolder,
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
afterAll(async () => {
  await server.close()
  closeDecoder()
})

const pictures = await makePictures(6, { width: 20, height: 30 })
const longAgo = new Date('2024-05-01T00:00:00Z')

/** Pages of a chapter; the folder's own time is in the past, too. */
function chapter(root: string, folder: string, first = 0, count = 3) {
  const pages = pictures.slice(first, first + count)
  put(root, Object.fromEntries(pages.map((data, i) => [`${folder}/${i + 1}.jpg`, data])))
  settle(root, folder)
}

const settle = (root: string, folder: string, at = longAgo) =>
  utimesSync(join(root, folder), at, at)

async function begin() {
  const root = makeFolder()
  chapter(root, 'Akira/Chapter 10.5')
  chapter(root, 'Akira/Chapter 2', 2)
  chapter(root, 'One Shot', 1)
  put(root, { 'Akira/cover.jpg': pictures[0]!, 'Akira/Thumbs.db': 'x' })
  const libraryId = await addLibrary(server, root)
  await scan(server, libraryId)
  return { root, libraryId }
}

describe('a folder of pictures', () => {
  test('is one book; the folder above it is its series', async () => {
    const { libraryId } = await begin()
    const found = await booksOf(server, libraryId)
    expect(
      found.map(({ relativePath, format, pageCount }) => [relativePath, format, pageCount]),
    ).toEqual([
      ['Akira/Chapter 10.5', 'folder', 3],
      ['Akira/Chapter 2', 'folder', 3],
      ['One Shot', 'folder', 3],
    ])
    expect(found.map(({ title, chapter: number }) => [title, number])).toEqual([
      ['Chapter 10.5', 10.5],
      ['Chapter 2', 2],
      ['One Shot', null],
    ])
    expect((await seriesOf(server, libraryId)).map(({ title }) => title)).toEqual([
      'Akira',
      'One Shot',
    ])
  })

  test('beside books of other kinds is no book', async () => {
    const root = makeFolder()
    const zip = makeZip([{ name: '1.jpg', data: pictures[0]! }])
    put(root, { 'A/1.cbz': zip, 'A/1.jpg': pictures[1]!, 'A/2.jpg': pictures[2]! })
    put(root, { 'Art/cover.jpg': pictures[0]!, 'Art/banner.png': pictures[1]! })
    const libraryId = await addLibrary(server, root)
    await scan(server, libraryId)
    expect(await presentPaths(server, libraryId)).toEqual(['A/1.cbz'])
  })

  test('is left out where the library takes other formats only', async () => {
    const root = makeFolder()
    chapter(root, 'A/1')
    const libraryId = await addLibrary(server, root, { allowedFormats: ['cbz'] })
    await scan(server, libraryId)
    expect(await presentPaths(server, libraryId)).toEqual([])
  })

  test('is read again when a picture changed, came or went, and not otherwise', async () => {
    const { root, libraryId } = await begin()
    const changed = async () => (await scan(server, libraryId)).changed
    expect(await changed()).toBe(0)
    put(root, { 'One Shot/4.jpg': pictures[5]! })
    settle(root, 'One Shot', new Date('2024-06-01'))
    expect(await changed()).toBe(1)
    put(root, { 'One Shot/1.jpg': null })
    settle(root, 'One Shot', new Date('2024-07-01'))
    expect(await changed()).toBe(1)
    put(root, { 'One Shot/2.jpg': pictures[0]! }, new Date('2024-08-01'))
    settle(root, 'One Shot', new Date('2024-07-01'))
    expect(await changed()).toBe(1)
    expect(await changed()).toBe(0)
    const [, , book] = await booksOf(server, libraryId)
    expect(book).toMatchObject({ relativePath: 'One Shot', pageCount: 3 })
  })

  test('goes to the trash when its pictures are gone, and comes back with them', async () => {
    const { root, libraryId } = await begin()
    const before = await booksOf(server, libraryId)
    renameSync(join(root, 'Akira/Chapter 2'), join(root, '.away'))
    await scan(server, libraryId)
    expect(await presentPaths(server, libraryId)).toEqual(['Akira/Chapter 10.5', 'One Shot'])
    renameSync(join(root, '.away'), join(root, 'Akira/Chapter 2'))
    await scan(server, libraryId)
    const after = await booksOf(server, libraryId)
    expect(after.map(({ id, trashedAt }) => [id, trashedAt])).toEqual(
      before.map(({ id }) => [id, null]),
    )
  })

  test('keeps all that hangs on it when it gets another name, or is packed', async () => {
    const { root, libraryId } = await begin()
    const [book] = await booksOf(server, libraryId)
    await treasure(server, book!.id)
    renameSync(join(root, 'Akira/Chapter 10.5'), join(root, 'Akira/Extra'))
    expect((await scan(server, libraryId)).moved).toBe(1)
    await expectTreasure(server, book!.id)
    const parts = pictures.slice(0, 3).map((data, i) => ({ name: `${i + 1}.jpg`, data }))
    put(root, { 'Akira/Extra': null, 'Akira/Extra.cbz': makeZip(parts) })
    await scan(server, libraryId)
    await expectTreasure(server, book!.id)
    const rows = await booksOf(server, libraryId)
    expect(rows.find(({ id }) => id === book!.id)).toMatchObject({
      relativePath: 'Akira/Extra.cbz',
      format: 'cbz',
      trashedAt: null,
    })
  })

  test('is downloaded as a ZIP of its pictures, and shows them one by one', async () => {
    const { root, libraryId } = await begin()
    const [book] = await booksOf(server, libraryId)
    const headers = { authorization: `Bearer ${server.getToken('ann')}` }
    const ask = (rest: string) =>
      server.app.fetch(
        new Request(`http://localhost/api/v1/books/${book!.id}/${rest}`, { headers }),
      )
    for (const [i, picture] of pictures.slice(0, 3).entries()) {
      const page = await ask(`pages/${i + 1}`)
      expect(await page.bytes()).toEqual(new Uint8Array(picture))
    }
    expect((await ask('pages/2/thumbnail')).status).toBe(200)
    const answer = await ask('file')
    expect(answer.headers.get('content-disposition')).toContain('Chapter 10.5.cbz')
    put(root, { 'sent.zip': await answer.bytes() })
    using file = new BookFile(join(root, 'sent.zip'))
    const zip = openZip(file)
    expect(zip.entries.map(({ name }) => name)).toEqual(
      [1, 2, 3].map((page) => `Chapter 10.5/${page}.jpg`),
    )
    expect(readZipEntry(zip, findEntry(zip, 'Chapter 10.5/2.jpg')!)).toEqual(pictures[1]!)
  })
})
