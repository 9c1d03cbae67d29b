/** A series as a ZIP that is created while it is sent. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BookFile } from '../../../src/media/contents/book-file'
import { findEntry, openZip, readZipEntry } from '../../../src/media/archives/zip/zip'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { openShelf, type Shelf } from './shelf'

let shelf: Shelf
beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())

const download = (id = shelf.series.id, init = {}) => shelf.request(`/series/${id}/download`, init)

/** Reads names and contents of the files with Quire's own archive reader. */
async function readFiles(answer: Response) {
  using file = new BookFile(writeBook('series.zip', await answer.bytes()))
  const zip = openZip(file)
  expect(zip.recovered).toBe(false)
  return new Map(
    zip.entries.map((entry) => [entry.name, readZipEntry(zip, findEntry(zip, entry.name)!)]),
  )
}

test('contains every book under its own name, in order', async () => {
  const data = await makePicture({ format: 'png' })
  const books = {
    'A/v01.cbz': makeZip([{ name: '1.png', data }]),
    'B/v01.cbz': makeZip([{ name: '2.png', data }]),
    'B/第二巻.cbz': makeZip([{ name: '3.png', data }]),
  }
  for (const [name, bytes] of Object.entries(books))
    await shelf.add(name, bytes, { sortKey: Buffer.from(name) })
  await shelf.addFolder('Loose', { '1.png': data, '2.png': data })
  await shelf.add('trashed.cbz', books['A/v01.cbz'], { trashedAt: new Date() })
  const answer = await download()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="S_ries _A__1.zip"; filename*=UTF-8''S%C3%A9ries%20%22A%22_1.zip`,
  )
  const files = await readFiles(answer)
  expect([...files.keys()].toSorted()).toEqual(
    ['v01.cbz', 'v01 (2).cbz', '第二巻.cbz', 'Loose/1.png', 'Loose/2.png'].toSorted(),
  )
  const sent = [...files.values()]
  for (const bytes of [...Object.values(books), data]) {
    expect(sent.some((file) => file.equals(bytes))).toBe(true)
  }
})

test('lists missing files inside the archive', async () => {
  const series = await seedSeries(
    shelf.server,
    await seedLibrary(shelf.server, { path: shelf.folder }),
  )
  writeFileSync(join(shelf.folder, 'here.cbz'), 'here')
  await seedBook(shelf.server, series, { relativePath: 'here.cbz' })
  await seedBook(shelf.server, series, { relativePath: '../../../etc/passwd' })
  await seedBook(shelf.server, series, { relativePath: 'gone.cbz' })
  const files = await readFiles(await download(series.id))
  expect([...files.keys()].toSorted()).toEqual(['MISSING FILES.txt', 'here.cbz'])
  const words = files.get('MISSING FILES.txt')!.toString()
  expect(words).toContain('gone.cbz')
  expect(words).toContain('passwd')
})

test('requires access to the series; HEAD returns only headers', async () => {
  expect((await download(shelf.series.id, { as: 'anonymous' })).status).toBe(401)
  const empty = await seedSeries(shelf.server, await seedLibrary(shelf.server))
  expect((await download(empty.id)).status).toBe(404)
  expect((await download(Bun.randomUUIDv7())).status).toBe(404)
  const head = await download(shelf.series.id, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('uses little memory for a slow client and ends when the client disconnects', async () => {
  const series = await seedSeries(
    shelf.server,
    await seedLibrary(shelf.server, { path: shelf.folder }),
  )
  const path = join(shelf.folder, 'huge.cbz')
  writeFileSync(path, '')
  truncateSync(path, 3 * 2 ** 30)
  await seedBook(shelf.server, series, { relativePath: 'huge.cbz' })
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  // Runs more downloads than are allowed in parallel, one after the other.
  for (let i = 0; i < 12; i++) {
    const controller = new AbortController()
    const answer = await download(series.id, { signal: controller.signal })
    expect([i, answer.status]).toEqual([i, 200])
    const reader = answer.body!.getReader()
    expect((await reader.read()).value!.length).toBeGreaterThan(0)
    controller.abort()
    await Bun.sleep(30)
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 << 20)
  rmSync(path)
})
