/** The trash while files change and scans run. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  waitUntilScanEnded,
  makeFolder,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
} from '../scanning/scan-server'
import { findWrongDerivedData } from '../../support/derived'
import { startTrashServer, waitUntilPurged } from './trash-server'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

async function createLibrary(title: string, count: number) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, count)
  writeFiles(folder, files)
  const id = await addLibrary(server, folder, { name: `Library of ${title}` })
  await scanLibrary(server, id)
  return { id, folder, files }
}

const callAsAda = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })

test('restores a trashed series whose folder was renamed, under its old name', async () => {
  const { id, folder } = await createLibrary('Hidden', 4)
  const [series] = await listSeries(server, id)
  const ids = (await listBooks(server, id)).map((book) => book.id)
  expect((await callAsAda('DELETE', `/series/${series!.id}`)).status).toBe(204)
  renameSync(join(folder, 'Hidden'), join(folder, 'Found'))
  const second = await scanLibrary(server, id)
  expect(await listPresentPaths(server, id)).toEqual([])
  expect(second).toMatchObject({ added: 0 })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  const { status, body } = await callAsAda('POST', `/series/${series!.id}/restore`)
  expect([status, body]).toEqual([200, { restored: 4, missing: 0 }])
  const present = await listBooks(server, id)
  expect(present.map(({ id: bookId }) => bookId).toSorted()).toEqual(ids.toSorted())
  expect(new Set(present.map(({ seriesId }) => seriesId))).toEqual(new Set([series!.id]))
  expect(await listPresentPaths(server, id)).toHaveLength(4)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 0, missing: 0 })
})

test('a library that is purged during its scan leaves nothing behind', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Purged', 120))
  const id = await addLibrary(server, folder, { name: 'Gone for good' })
  const { body: started } = await callAsAda('POST', `/libraries/${id}/scan`)
  await waitUntil(async () => (await listBooks(server, id)).length >= 20)
  expect((await callAsAda('DELETE', `/libraries/${id}`)).status).toBe(204)
  const asked = await callAsAda('POST', `/libraries/${id}/purge`, { name: 'Gone for good' })
  expect([asked.status, asked.body.error]).toEqual([202, undefined])
  expect(await waitUntilPurged(server, asked.body.id)).toMatchObject({ status: 'completed' })
  await Bun.sleep(1500)
  expect(await listBooks(server, id)).toEqual([])
  expect(await listSeries(server, id)).toEqual([])
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  expect(started.id).toBeString()
})

test('a purged book is new in the next scan, whose undo ignores it again', async () => {
  const { id, folder } = await createLibrary('Again', 3)
  const [book] = await listBooks(server, id)
  await server.call('PUT', `/books/${book!.id}/progress`, {
    as: 'ann',
    body: { currentPage: 1, completed: true },
  })
  await callAsAda('DELETE', `/books/${book!.id}`)
  const asked = await callAsAda('POST', `/books/${book!.id}/purge`, { name: book!.title })
  expect(asked.status).toBe(202)
  await waitUntilPurged(server, asked.body.id)
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ added: 1 })
  const fresh = (await listBooks(server, id)).find(
    (one) => one.relativePath === book!.relativePath,
  )!
  const read = await server.call('GET', `/books/${fresh.id}/progress`, { as: 'ann' })
  expect(read.body).toMatchObject({ completed: true })
  expect(await undoScan(server, id, second.id)).toMatchObject({ done: 1 })
  expect(await listPresentPaths(server, id)).toHaveLength(2)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  // An ignored file that is moved stays ignored.
  renameSync(join(folder, book!.relativePath), join(folder, 'Again/Another name v1.cbz'))
  const third = await scanLibrary(server, id)
  expect([third.added, await listPresentPaths(server, id)]).toMatchObject([0, { length: 2 }])
})

test('a book that was moved and then purged does not prevent undoing its scan', async () => {
  const { id, folder } = await createLibrary('Stop', 3)
  renameSync(join(folder, 'Stop'), join(folder, 'Go'))
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 3 })
  const [book] = await listBooks(server, id)
  await callAsAda('DELETE', `/books/${book!.id}`)
  const asked = await callAsAda('POST', `/books/${book!.id}/purge`, { name: book!.title })
  await waitUntilPurged(server, asked.body.id)
  expect(await undoScan(server, id, second.id)).toMatchObject({ status: 'completed', skipped: 1 })
  const twice = await server.call('POST', `/libraries/${id}/scans/${second.id}/undo`, { as: 'max' })
  expect(twice.status).toBe(409)
  expect(await listPresentPaths(server, id)).toEqual(['Stop/Stop v2.cbz', 'Stop/Stop v3.cbz'])
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('a root that disappears during a scan trashes no book', async () => {
  const { id, folder } = await createLibrary('Vanish', 60)
  writeFiles(folder, await makeDifferentComics('More', 60))
  const { body: started } = await callAsAda('POST', `/libraries/${id}/scan?mode=deep`)
  await Bun.sleep(60)
  renameSync(folder, `${folder} away`)
  const done = await waitUntilScanEnded(server, id, started.id)
  expect(
    (await listPresentPaths(server, id)).filter((path) => path.startsWith('Vanish')),
  ).toHaveLength(60)
  expect(done.missing).toBe(0)
  renameSync(`${folder} away`, folder)
  await scanLibrary(server, id)
  expect(await listPresentPaths(server, id)).toHaveLength(120)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  rmSync(folder, { recursive: true })
})
