/** A scan is undone after naming rules or user data have changed. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  listPresentPaths,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
} from '../scanning/scan-server'
import { findWrongDerivedData } from '../../support/derived'
import { startGroupingServer, patchLibrary, waitUntilRegrouped } from './grouping-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const acrossFolders = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Undoes the naming change first, because it is newer than the scan. */
async function undoBoth(id: string, scanId: string) {
  const refused = await server.call('POST', `/libraries/${id}/scans/${scanId}/undo`, { as: 'ada' })
  expect(refused.status).toBe(409)
  const { body } = await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })
  expect(body.data[0]).toMatchObject({ trigger: 'names' })
  expect(await undoScan(server, id, body.data[0].id)).toMatchObject({ status: 'completed' })
  await waitUntilRegrouped(server)
  expect(await undoScan(server, id, scanId)).toMatchObject({ status: 'completed' })
}

test('undoing a scan after a naming change leaves each series where the rules put it', async () => {
  const folder = makeFolder()
  const files = await makeDifferentComics('Saga', 4)
  const last = files['Saga/Saga v4.cbz']!
  delete files['Saga/Saga v4.cbz']
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  renameSync(join(folder, 'Saga'), join(folder, 'Moved'))
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 3 })
  await patchLibrary(server, id, acrossFolders)
  await undoBoth(id, second.id)
  await waitUntilRegrouped(server)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  renameSync(join(folder, 'Moved'), join(folder, 'Saga'))
  writeFiles(folder, { 'Saga/Saga v4.cbz': last })
  await scanLibrary(server, id)
  expect((await listPresentPaths(server, id)).length).toBe(4)
  const held = new Set((await listBooks(server, id)).map(({ seriesId }) => seriesId))
  expect(held.size).toBe(1)
})

test('undoing a regrouping after a naming change puts books where the rules say', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Saga', 3))
  writeFiles(folder, await makeDifferentComics('Bone', 3))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  renameSync(join(folder, 'Saga/Saga v1.cbz'), join(folder, 'Bone/Saga v1.cbz'))
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 1 })
  await patchLibrary(server, id, acrossFolders)
  const listKeys = async () =>
    Object.fromEntries((await listSeries(server, id)).map((one) => [one.title, one.bookCount]))
  expect(await listKeys()).toEqual({ Bone: 3, Saga: 3 })
  await undoBoth(id, second.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  expect(await listKeys()).toEqual({ Bone: 3, Saga: 3 })
})

test('undoing both restores series, progress and covers', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Saga', 3))
  writeFiles(folder, {
    'Other/Saga v7.cbz': (await makeDifferentComics('Saga', 7))['Saga/Saga v7.cbz']!,
    'Other/Bone v1.cbz': (await makeDifferentComics('Bone', 1))['Bone/Bone v1.cbz']!,
  })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const takeSnapshot = async () =>
    (await listBooks(server, id)).map((book) => [book.relativePath, book.id, book.seriesId])
  const before = await takeSnapshot()
  const saga = (await listSeries(server, id)).find(({ title }) => title === 'Saga')!.id
  const other = (await listSeries(server, id)).find(({ title }) => title === 'Other')!.id
  for (const seriesId of [saga, other]) {
    await server.call('PATCH', `/series/${seriesId}/metadata`, {
      as: 'ada',
      body: { summary: `of ${seriesId}` },
    })
    const want = await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId } })
    expect(want.status).toBeLessThan(300)
  }
  for (const [, bookId] of before) {
    const body = { currentPage: 2, completed: true }
    await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body })
  }
  await patchLibrary(server, id, acrossFolders)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  await scanLibrary(server, id)
  await patchLibrary(server, id, { seriesStrategy: 'series_volume', seriesConfig: {} })
  expect(await takeSnapshot()).toEqual(before)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  for (const seriesId of [saga, other]) {
    const { body } = await server.call('GET', `/series/${seriesId}/metadata`, { as: 'ann' })
    expect(body.summary).toBe(`of ${seriesId}`)
  }
  const { body } = await server.call('GET', '/want-to-read', { as: 'ann' })
  expect(body.total ?? body.data.length).toBe(2)
})

test('a book whose place is taken does not create a series', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeDifferentComics('Saga', 3))
  writeFiles(folder, await makeDifferentComics('Akira', 3))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  for (const { id: bookId } of await listBooks(server, id)) {
    const body = { currentPage: 2 }
    await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body })
  }
  const lost = 'Akira/Akira v1.cbz'
  renameSync(join(folder, 'Saga/Saga v1.cbz'), join(folder, lost))
  const second = await scanLibrary(server, id)
  expect(second).toMatchObject({ moved: 1, missing: 1 })
  const listTitles = async () => (await listSeries(server, id)).map(({ title }) => title)
  expect(await listTitles()).toEqual(['Akira', 'Saga'])
  await patchLibrary(server, id, acrossFolders)
  expect(await listTitles()).toEqual(['Akira', 'Saga'])
  await patchLibrary(server, id, { seriesStrategy: 'series_volume', seriesConfig: {} })
  expect(await listTitles()).toEqual(['Akira', 'Saga'])
  const trash = await server.call('GET', `/trash/books?libraryId=${id}`, { as: 'ada' })
  expect(trash.body.data).toMatchObject([{ title: 'Akira v1', path: join(folder, lost) }])
  const changes = `/libraries/${id}/scans/${second.id}/changes`
  const { body } = await server.call('GET', changes, { as: 'max' })
  expect(body.data).toMatchObject([
    { kind: 'missing', title: 'Akira v1', path: lost },
    { kind: 'moved', title: 'Saga v1', path: lost, pathBefore: 'Saga/Saga v1.cbz' },
  ])
  expect(body.total).toBe(2)
  const scans = (await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body.data
  for (const one of scans.filter(({ trigger }: { trigger: string }) => trigger === 'names')) {
    const done = await server.call('GET', `/libraries/${id}/scans/${one.id}/changes`, { as: 'ada' })
    const kinds = new Set(done.body.data.map(({ kind }: { kind: string }) => kind))
    kinds.delete('changed')
    // A change that moved nothing does not block other undos.
    if (kinds.size > 0) await undoScan(server, id, one.id)
    await waitUntilRegrouped(server)
  }
  expect(await undoScan(server, id, second.id)).toMatchObject({ status: 'completed', skipped: 0 })
  await waitUntilRegrouped(server)
  expect(await listPresentPaths(server, id)).toContain('Saga/Saga v1.cbz')
  expect(await listTitles()).toEqual(['Akira', 'Saga'])
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})
