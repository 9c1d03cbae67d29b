/** Folders of loose images are books. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { BookFile } from '../../../src/media/contents/book-file'
import { findEntry, openZip, readZipEntry } from '../../../src/media/archives/zip/zip'
import { expectUserData, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
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
afterAll(async () => {
  await server.close()
  closeDecoder()
})

const pictures = await makePictures(6, { width: 20, height: 30 })
const longAgo = new Date('2024-05-01T00:00:00Z')

/** Writes pages of a chapter; the folder's own time is in the past, too. */
function writeChapter(root: string, folder: string, first = 0, count = 3) {
  const pages = pictures.slice(first, first + count)
  writeFiles(root, Object.fromEntries(pages.map((data, i) => [`${folder}/${i + 1}.jpg`, data])))
  setOldTime(root, folder)
}

const setOldTime = (root: string, folder: string, at = longAgo) =>
  utimesSync(join(root, folder), at, at)

async function createLibrary(at = server) {
  const root = makeFolder()
  writeChapter(root, 'Akira/Chapter 10.5')
  writeChapter(root, 'Akira/Chapter 2', 2)
  writeChapter(root, 'One Shot', 1)
  writeFiles(root, { 'Akira/cover.jpg': pictures[0]!, 'Akira/Thumbs.db': 'x' })
  const libraryId = await addLibrary(at, root)
  await scanLibrary(at, libraryId)
  return { root, libraryId }
}

describe('a folder of images', () => {
  test('is one book, and the folder above is its series', async () => {
    const { libraryId } = await createLibrary()
    const found = await listBooks(server, libraryId)
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
    expect((await listSeries(server, libraryId)).map(({ title }) => title)).toEqual([
      'Akira',
      'One Shot',
    ])
  })

  test('I21: named after the series beside its archives is a book of that series', async () => {
    const root = makeFolder()
    for (const number of ['009', '010']) {
      const image = pictures[Number(number) % 2]!
      const zip = makeZip([{ name: `${number}.jpg`, data: image }])
      writeFiles(root, { [`花月の夢/花月の夢 ${number}.cbz`]: zip })
    }
    writeChapter(root, '花月の夢/花月の夢 011')
    const libraryId = await addLibrary(server, root)
    await scanLibrary(server, libraryId)
    const found = await listSeries(server, libraryId)
    expect(found.map(({ title, bookCount }) => [title, bookCount])).toEqual([['花月の夢', 3]])
  })

  test('next to other books is not a book', async () => {
    const root = makeFolder()
    const zip = makeZip([{ name: '1.jpg', data: pictures[0]! }])
    writeFiles(root, { 'A/1.cbz': zip, 'A/1.jpg': pictures[1]!, 'A/2.jpg': pictures[2]! })
    writeFiles(root, { 'Art/cover.jpg': pictures[0]!, 'Art/banner.png': pictures[1]! })
    const libraryId = await addLibrary(server, root)
    await scanLibrary(server, libraryId)
    expect(await listPresentPaths(server, libraryId)).toEqual(['A/1.cbz'])
  })

  test('is skipped when the library excludes the format', async () => {
    const root = makeFolder()
    writeChapter(root, 'A/1')
    const libraryId = await addLibrary(server, root, { allowedFormats: ['cbz'] })
    await scanLibrary(server, libraryId)
    expect(await listPresentPaths(server, libraryId)).toEqual([])
  })

  test('is analyzed again only when an image changed, was added or removed', async () => {
    const { root, libraryId } = await createLibrary()
    const countChanged = async () => (await scanLibrary(server, libraryId)).changed
    expect(await countChanged()).toBe(0)
    writeFiles(root, { 'One Shot/4.jpg': pictures[5]! })
    setOldTime(root, 'One Shot', new Date('2024-06-01'))
    expect(await countChanged()).toBe(1)
    writeFiles(root, { 'One Shot/1.jpg': null })
    setOldTime(root, 'One Shot', new Date('2024-07-01'))
    expect(await countChanged()).toBe(1)
    writeFiles(root, { 'One Shot/2.jpg': pictures[0]! }, new Date('2024-08-01'))
    setOldTime(root, 'One Shot', new Date('2024-07-01'))
    expect(await countChanged()).toBe(1)
    expect(await countChanged()).toBe(0)
    const [, , book] = await listBooks(server, libraryId)
    expect(book).toMatchObject({ relativePath: 'One Shot', pageCount: 3 })
  })

  test('is trashed when its images are gone and restored with them', async () => {
    // Without the copies of other tests, with which a removed book could change places.
    const own = await startScanServer()
    const { root, libraryId } = await createLibrary(own)
    const before = await listBooks(own, libraryId)
    renameSync(join(root, 'Akira/Chapter 2'), join(root, '.away'))
    await scanLibrary(own, libraryId)
    expect(await listPresentPaths(own, libraryId)).toEqual(['Akira/Chapter 10.5', 'One Shot'])
    renameSync(join(root, '.away'), join(root, 'Akira/Chapter 2'))
    await scanLibrary(own, libraryId)
    const after = await listBooks(own, libraryId)
    expect(after.map(({ id, trashedAt }) => [id, trashedAt])).toEqual(
      before.map(({ id }) => [id, null]),
    )
    await own.close()
  })

  test('keeps its data when it is renamed or packed', async () => {
    const { root, libraryId } = await createLibrary()
    const [book] = await listBooks(server, libraryId)
    await addUserData(server, book!.id)
    renameSync(join(root, 'Akira/Chapter 10.5'), join(root, 'Akira/Extra'))
    expect((await scanLibrary(server, libraryId)).moved).toBe(1)
    await expectUserData(server, book!.id)
    const parts = pictures.slice(0, 3).map((data, i) => ({ name: `${i + 1}.jpg`, data }))
    writeFiles(root, { 'Akira/Extra': null, 'Akira/Extra.cbz': makeZip(parts) })
    await scanLibrary(server, libraryId)
    await expectUserData(server, book!.id)
    const rows = await listBooks(server, libraryId)
    expect(rows.find(({ id }) => id === book!.id)).toMatchObject({
      relativePath: 'Akira/Extra.cbz',
      format: 'cbz',
      trashedAt: null,
    })
  })

  test('is downloaded as a ZIP and served page by page', async () => {
    const { root, libraryId } = await createLibrary()
    const [book] = await listBooks(server, libraryId)
    const headers = { authorization: `Bearer ${server.getToken('ann')}` }
    const request = (rest: string) =>
      server.app.handle(
        new Request(`http://localhost/api/v1/books/${book!.id}/${rest}`, { headers }),
      )
    for (const [i, picture] of pictures.slice(0, 3).entries()) {
      const page = await request(`pages/${i + 1}`)
      expect(await page.bytes()).toEqual(new Uint8Array(picture))
    }
    expect((await request('pages/2/thumbnail')).status).toBe(200)
    const answer = await request('file')
    expect(answer.headers.get('content-disposition')).toContain('Chapter 10.5.cbz')
    writeFiles(root, { 'sent.zip': await answer.bytes() })
    using file = new BookFile(join(root, 'sent.zip'))
    const zip = openZip(file)
    expect(zip.entries.map(({ name }) => name)).toEqual(
      [1, 2, 3].map((page) => `Chapter 10.5/${page}.jpg`),
    )
    expect(readZipEntry(zip, findEntry(zip, 'Chapter 10.5/2.jpg')!)).toEqual(pictures[1]!)
  })
})
