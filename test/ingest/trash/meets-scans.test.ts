/** The trash, while files come and go beneath it and scans are at work. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  booksOf,
  differentComics,
  ended,
  makeFolder,
  presentPaths,
  put,
  scan,
  type ScanHouse,
  seriesOf,
  undo,
} from '../scanning/support'
import { wrongDerived } from '../../storm/derived'
import { openTrashHouse, purged } from './support'
import { until } from '../../support/until'

setDefaultTimeout(60_000)

let house: ScanHouse
beforeAll(async () => {
  house = await openTrashHouse()
})
afterAll(() => house.close())

async function library(title: string, count: number) {
  const folder = makeFolder()
  const files = await differentComics(title, count)
  put(folder, files)
  const id = await addLibrary(house, folder, { name: `Library of ${title}` })
  await scan(house, id)
  return { id, folder, files }
}

const asAda = (method: string, path: string, body?: unknown) =>
  house.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })

test('a series in the trash whose folder gets another name is restored as what it was', async () => {
  const { id, folder } = await library('Hidden', 4)
  const [series] = await seriesOf(house, id)
  const ids = (await booksOf(house, id)).map((book) => book.id)
  expect((await asAda('DELETE', `/series/${series!.id}`)).status).toBe(204)
  renameSync(join(folder, 'Hidden'), join(folder, 'Found'))
  const second = await scan(house, id)
  expect(await presentPaths(house, id)).toEqual([])
  expect(second).toMatchObject({ added: 0 })
  expect(await wrongDerived(house.ctx)).toEqual([])
  const { status, body } = await asAda('POST', `/series/${series!.id}/restore`)
  expect([status, body]).toEqual([200, { restored: 4, missing: 0 }])
  const present = await booksOf(house, id)
  expect(present.map(({ id: bookId }) => bookId).toSorted()).toEqual(ids.toSorted())
  expect(new Set(present.map(({ seriesId }) => seriesId))).toEqual(new Set([series!.id]))
  expect(await presentPaths(house, id)).toHaveLength(4)
  expect(await wrongDerived(house.ctx)).toEqual([])
  expect(await scan(house, id)).toMatchObject({ added: 0, moved: 0, missing: 0 })
})

test('a library that is purged in the middle of its scan leaves nothing', async () => {
  const folder = makeFolder()
  put(folder, await differentComics('Purged', 120))
  const id = await addLibrary(house, folder, { name: 'Gone for good' })
  const { body: started } = await asAda('POST', `/libraries/${id}/scan`)
  await until(async () => (await booksOf(house, id)).length >= 20)
  expect((await asAda('DELETE', `/libraries/${id}`)).status).toBe(204)
  const asked = await asAda('POST', `/libraries/${id}/purge`, { name: 'Gone for good' })
  expect([asked.status, asked.body.error]).toEqual([202, undefined])
  expect(await purged(house, asked.body.id)).toMatchObject({ status: 'completed' })
  await Bun.sleep(1500)
  expect(await booksOf(house, id)).toEqual([])
  expect(await seriesOf(house, id)).toEqual([])
  expect(await wrongDerived(house.ctx)).toEqual([])
  expect(started.id).toBeString()
})

test('what was purged is a new book at the next scan, and the undo of that puts it aside', async () => {
  const { id, folder } = await library('Again', 3)
  const [book] = await booksOf(house, id)
  await house.call('PUT', `/books/${book!.id}/progress`, { as: 'ann', body: { currentPage: 2 } })
  await asAda('DELETE', `/books/${book!.id}`)
  const asked = await asAda('POST', `/books/${book!.id}/purge`, { name: book!.title })
  expect(asked.status).toBe(202)
  await purged(house, asked.body.id)
  const second = await scan(house, id)
  expect(second).toMatchObject({ added: 1 })
  const fresh = (await booksOf(house, id)).find((one) => one.relativePath === book!.relativePath)!
  const read = await house.call('GET', `/books/${fresh.id}/progress`, { as: 'ann' })
  expect(read.body).toMatchObject({ completed: true })
  expect(await undo(house, id, second.id)).toMatchObject({ done: 1 })
  expect(await presentPaths(house, id)).toHaveLength(2)
  expect(await wrongDerived(house.ctx)).toEqual([])
  // A file that nobody wants goes elsewhere: it is still the same unwanted book.
  renameSync(join(folder, book!.relativePath), join(folder, 'Again/Another name v1.cbz'))
  const third = await scan(house, id)
  expect([third.added, await presentPaths(house, id)]).toMatchObject([0, { length: 2 }])
})

test('a book that was moved and then purged does not stop the undo of its scan', async () => {
  const { id, folder } = await library('Stop', 3)
  renameSync(join(folder, 'Stop'), join(folder, 'Go'))
  const second = await scan(house, id)
  expect(second).toMatchObject({ moved: 3 })
  const [book] = await booksOf(house, id)
  await asAda('DELETE', `/books/${book!.id}`)
  const asked = await asAda('POST', `/books/${book!.id}/purge`, { name: book!.title })
  await purged(house, asked.body.id)
  expect(await undo(house, id, second.id)).toMatchObject({ status: 'completed', skipped: 1 })
  const twice = await house.call('POST', `/libraries/${id}/scans/${second.id}/undo`, { as: 'max' })
  expect(twice.status).toBe(409)
  expect(await presentPaths(house, id)).toEqual(['Stop/Stop v2.cbz', 'Stop/Stop v3.cbz'])
  expect(await wrongDerived(house.ctx)).toEqual([])
})

test('a root that vanishes in the middle of a scan takes no book with it', async () => {
  const { id, folder } = await library('Vanish', 60)
  put(folder, await differentComics('More', 60))
  const { body: started } = await asAda('POST', `/libraries/${id}/scan?mode=deep`)
  await Bun.sleep(60)
  renameSync(folder, `${folder} away`)
  const done = await ended(house, id, started.id)
  expect((await presentPaths(house, id)).filter((path) => path.startsWith('Vanish'))).toHaveLength(
    60,
  )
  expect(done.missing).toBe(0)
  renameSync(`${folder} away`, folder)
  await scan(house, id)
  expect(await presentPaths(house, id)).toHaveLength(120)
  expect(await wrongDerived(house.ctx)).toEqual([])
  rmSync(folder, { recursive: true })
})
