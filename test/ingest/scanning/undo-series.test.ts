import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

async function takeSnapshot(libraryId: string) {
  const all = await listBooks(server, libraryId)
  const groups = await listSeries(server, libraryId)
  return {
    books: Object.fromEntries(all.map((book) => [book.id, [book.relativePath, book.seriesId]])),
    series: Object.fromEntries(
      groups
        .filter(({ trashedAt }) => trashedAt === null)
        .map(({ id, groupKey, bookCount }) => [id, [groupKey, bookCount]]),
    ),
  }
}

const moveFolder = (folder: string, from: string, to: string) =>
  renameSync(join(folder, from), join(folder, to))

test('restores renamed folders as the same series, also when they are renamed back', async () => {
  const folder = makeFolder()
  writeFiles(folder, {
    ...(await makeDifferentComics('One', 3)),
    ...(await makeDifferentComics('Two', 2)),
  })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const before = await takeSnapshot(id)
  // The folders swap names.
  moveFolder(folder, 'One', 'x')
  moveFolder(folder, 'Two', 'One')
  moveFolder(folder, 'x', 'Two')
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 5, added: 0, missing: 0 })
  const path = `/libraries/${id}/scans/${second.id}/changes?kind=series_moved`
  const { body } = await server.call('GET', path, { as: 'max' })
  expect(body.total).toBe(2)
  expect(body.data[0]).toMatchObject({ bookId: null, undone: null })
  expect(await takeSnapshot(id)).not.toEqual(before)
  expect(await undoScan(server, id, second.id)).toMatchObject({ total: 7, done: 7, skipped: 0 })
  expect(await takeSnapshot(id)).toEqual(before)

  moveFolder(folder, 'One', 'x')
  moveFolder(folder, 'Two', 'One')
  moveFolder(folder, 'x', 'Two')
  writeFiles(folder, { 'One/new.cbz': (await makeDifferentComics('New', 1))['New/New v1.cbz']! })
  expect(await scanLibrary(server, id)).toMatchObject({ moved: 0, added: 1, missing: 0 })
  const after = await takeSnapshot(id)
  expect(Object.keys(after.series).toSorted()).toEqual(Object.keys(before.series).toSorted())
  expect(after.books).toMatchObject(before.books)
})

test('keeps a series whose old path is taken by another one', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Old', 2))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [series] = await listSeries(server, id)
  moveFolder(folder, 'Old', 'Name')
  writeFiles(folder, {
    'Old/new.cbz': (await makeDifferentComics('Fresh', 1))['Fresh/Fresh v1.cbz']!,
  })
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 2, added: 1 })
  const after = (await listSeries(server, id)).find((one) => one.id === series!.id)!
  const done = await undoScan(server, id, second.id)
  expect(done.status).toBe('completed')
  const now = (await listSeries(server, id)).find((one) => one.id === series!.id)!
  const isMoved = after.groupKey !== series!.groupKey
  expect(done.skipped).toBe(isMoved ? 1 : 0)
  expect(now.groupKey).toBe(isMoved ? after.groupKey : series!.groupKey)
  expect((await listBooks(server, id)).filter(({ seriesId }) => seriesId === now.id)).toHaveLength(
    2,
  )
})
