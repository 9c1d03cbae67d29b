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
  type ScanServer,
  seriesOf,
  undo,
} from '../scanning/support'
import { wrongDerived } from '../../storm/derived'
import { startTrashServer, purged } from './support'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

async function library(title: string, count: number) {
  const folder = makeFolder()
  const files = await differentComics(title, count)
  put(folder, files)
  const id = await addLibrary(server, folder, { name: `Library of ${title}` })
  await scan(server, id)
  return { id, folder, files }
}

const asAda = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })

test('a series in the trash whose folder gets another name is restored as what it was', async () => {
  const { id, folder } = await library('Hidden', 4)
  const [series] = await seriesOf(server, id)
  const ids = (await booksOf(server, id)).map((book) => book.id)
  expect((await asAda('DELETE', `/series/${series!.id}`)).status).toBe(204)
  renameSync(join(folder, 'Hidden'), join(folder, 'Found'))
  const second = await scan(server, id)
  expect(await presentPaths(server, id)).toEqual([])
  expect(second).toMatchObject({ added: 0 })
  expect(await wrongDerived(server.ctx)).toEqual([])
  const { status, body } = await asAda('POST', `/series/${series!.id}/restore`)
  expect([status, body]).toEqual([200, { restored: 4, missing: 0 }])
  const present = await booksOf(server, id)
  expect(present.map(({ id: bookId }) => bookId).toSorted()).toEqual(ids.toSorted())
  expect(new Set(present.map(({ seriesId }) => seriesId))).toEqual(new Set([series!.id]))
  expect(await presentPaths(server, id)).toHaveLength(4)
  expect(await wrongDerived(server.ctx)).toEqual([])
  expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, missing: 0 })
})

test('a library that is purged in the middle of its scan leaves nothing', async () => {
  const folder = makeFolder()
  put(folder, await differentComics('Purged', 120))
  const id = await addLibrary(server, folder, { name: 'Gone for good' })
  const { body: started } = await asAda('POST', `/libraries/${id}/scan`)
  await waitUntil(async () => (await booksOf(server, id)).length >= 20)
  expect((await asAda('DELETE', `/libraries/${id}`)).status).toBe(204)
  const asked = await asAda('POST', `/libraries/${id}/purge`, { name: 'Gone for good' })
  expect([asked.status, asked.body.error]).toEqual([202, undefined])
  expect(await purged(server, asked.body.id)).toMatchObject({ status: 'completed' })
  await Bun.sleep(1500)
  expect(await booksOf(server, id)).toEqual([])
  expect(await seriesOf(server, id)).toEqual([])
  expect(await wrongDerived(server.ctx)).toEqual([])
  expect(started.id).toBeString()
})

test('what was purged is a new book at the next scan, and the undo of that puts it aside', async () => {
  const { id, folder } = await library('Again', 3)
  const [book] = await booksOf(server, id)
  await server.call('PUT', `/books/${book!.id}/progress`, { as: 'ann', body: { currentPage: 2 } })
  await asAda('DELETE', `/books/${book!.id}`)
  const asked = await asAda('POST', `/books/${book!.id}/purge`, { name: book!.title })
  expect(asked.status).toBe(202)
  await purged(server, asked.body.id)
  const second = await scan(server, id)
  expect(second).toMatchObject({ added: 1 })
  const fresh = (await booksOf(server, id)).find((one) => one.relativePath === book!.relativePath)!
  const read = await server.call('GET', `/books/${fresh.id}/progress`, { as: 'ann' })
  expect(read.body).toMatchObject({ completed: true })
  expect(await undo(server, id, second.id)).toMatchObject({ done: 1 })
  expect(await presentPaths(server, id)).toHaveLength(2)
  expect(await wrongDerived(server.ctx)).toEqual([])
  // A file that nobody wants goes elsewhere: it is still the same unwanted book.
  renameSync(join(folder, book!.relativePath), join(folder, 'Again/Another name v1.cbz'))
  const third = await scan(server, id)
  expect([third.added, await presentPaths(server, id)]).toMatchObject([0, { length: 2 }])
})

test('a book that was moved and then purged does not stop the undo of its scan', async () => {
  const { id, folder } = await library('Stop', 3)
  renameSync(join(folder, 'Stop'), join(folder, 'Go'))
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 3 })
  const [book] = await booksOf(server, id)
  await asAda('DELETE', `/books/${book!.id}`)
  const asked = await asAda('POST', `/books/${book!.id}/purge`, { name: book!.title })
  await purged(server, asked.body.id)
  expect(await undo(server, id, second.id)).toMatchObject({ status: 'completed', skipped: 1 })
  const twice = await server.call('POST', `/libraries/${id}/scans/${second.id}/undo`, { as: 'max' })
  expect(twice.status).toBe(409)
  expect(await presentPaths(server, id)).toEqual(['Stop/Stop v2.cbz', 'Stop/Stop v3.cbz'])
  expect(await wrongDerived(server.ctx)).toEqual([])
})

test('a root that vanishes in the middle of a scan takes no book with it', async () => {
  const { id, folder } = await library('Vanish', 60)
  put(folder, await differentComics('More', 60))
  const { body: started } = await asAda('POST', `/libraries/${id}/scan?mode=deep`)
  await Bun.sleep(60)
  renameSync(folder, `${folder} away`)
  const done = await ended(server, id, started.id)
  expect((await presentPaths(server, id)).filter((path) => path.startsWith('Vanish'))).toHaveLength(
    60,
  )
  expect(done.missing).toBe(0)
  renameSync(`${folder} away`, folder)
  await scan(server, id)
  expect(await presentPaths(server, id)).toHaveLength(120)
  expect(await wrongDerived(server.ctx)).toEqual([])
  rmSync(folder, { recursive: true })
})
