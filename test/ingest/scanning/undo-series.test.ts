import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
  undo,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

async function standing(libraryId: string) {
  const all = await booksOf(server, libraryId)
  const groups = await seriesOf(server, libraryId)
  return {
    books: Object.fromEntries(all.map((book) => [book.id, [book.relativePath, book.seriesId]])),
    series: Object.fromEntries(
      groups
        .filter(({ trashedAt }) => trashedAt === null)
        .map(({ id, groupKey, bookCount }) => [id, [groupKey, bookCount]]),
    ),
  }
}

const move = (folder: string, from: string, to: string) =>
  renameSync(join(folder, from), join(folder, to))

test('folders that were renamed are series as before, and go on as such when renamed back', async () => {
  const folder = makeFolder()
  put(folder, { ...(await differentComics('One', 3)), ...(await differentComics('Two', 2)) })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const before = await standing(id)
  // They take each other's names.
  move(folder, 'One', 'x')
  move(folder, 'Two', 'One')
  move(folder, 'x', 'Two')
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 5, added: 0, missing: 0 })
  const path = `/libraries/${id}/scans/${second.id}/changes?kind=series_moved`
  const { body } = await server.call('GET', path, { as: 'max' })
  expect(body.total).toBe(2)
  expect(body.data[0]).toMatchObject({ bookId: null, undone: null })
  expect(await standing(id)).not.toEqual(before)
  expect(await undo(server, id, second.id)).toMatchObject({ total: 7, done: 7, skipped: 0 })
  expect(await standing(id)).toEqual(before)

  move(folder, 'One', 'x')
  move(folder, 'Two', 'One')
  move(folder, 'x', 'Two')
  put(folder, { 'One/new.cbz': (await differentComics('New', 1))['New/New v1.cbz']! })
  expect(await scan(server, id)).toMatchObject({ moved: 0, added: 1, missing: 0 })
  const after = await standing(id)
  expect(Object.keys(after.series).toSorted()).toEqual(Object.keys(before.series).toSorted())
  expect(after.books).toMatchObject(before.books)
})

test('a series whose old place another one has stays where it is', async () => {
  const folder = makeFolder()
  put(folder, await differentComics('Old', 2))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const [series] = await seriesOf(server, id)
  move(folder, 'Old', 'Name')
  put(folder, { 'Old/new.cbz': (await differentComics('Fresh', 1))['Fresh/Fresh v1.cbz']! })
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 2, added: 1 })
  const after = (await seriesOf(server, id)).find((one) => one.id === series!.id)!
  const done = await undo(server, id, second.id)
  expect(done.status).toBe('completed')
  const now = (await seriesOf(server, id)).find((one) => one.id === series!.id)!
  const isMoved = after.groupKey !== series!.groupKey
  expect(done.skipped).toBe(isMoved ? 1 : 0)
  expect(now.groupKey).toBe(isMoved ? after.groupKey : series!.groupKey)
  expect((await booksOf(server, id)).filter(({ seriesId }) => seriesId === now.id)).toHaveLength(2)
})
