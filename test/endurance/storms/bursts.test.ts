/** Folders that change during scans, undos and naming changes. No book may be lost. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { enqueueWatchScan } from '../../../src/ingest/scanning/lifecycle/automatic-scans'
import {
  startGroupingServer,
  patchLibrary,
  waitUntilRegrouped,
} from '../../ingest/grouping/grouping-server'
import {
  makeComic,
  makeComics,
  expectUserData,
  moveFile,
  addUserData,
} from '../../ingest/scanning/user-data'
import {
  addLibrary,
  listBooks,
  waitUntilScanEnded,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from '../../ingest/scanning/scan-server'
import { makeShelf, renameChildren } from '../../support/make/shelves'
import { findWrongDerivedData } from '../../support/derived'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['ingest/scanning', 'ingest/watching', 'ingest/trash'])

setDefaultTimeout(300_000)

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({ 'scan.missing_minimum': '100000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const shelf = { folders: 25, books: 20 }
const total = shelf.folders * shelf.books
const presentOf = async (id: string) =>
  (await listBooks(server, id)).filter(({ trashedAt }) => trashedAt === null)
const idsOf = async (id: string) => (await presentOf(id)).map((book) => book.id).toSorted()

async function begin(seed: string) {
  const folder = makeFolder()
  await makeShelf(folder, { ...shelf, seed })
  const id = await addLibrary(server, folder)
  expect(await scanLibrary(server, id)).toMatchObject({ added: total })
  const read = (await listBooks(server, id)).filter((_, i) => i % 50 === 0)
  for (const book of read) await addUserData(server, book.id)
  return { folder, id, ids: await idsOf(id), read }
}

/** Starts a scan, waits until it reaches the phase or ends, and returns the ID of the scan. */
async function scanUntil(libraryId: string, mode: string, phase: string) {
  const path = `/libraries/${libraryId}/scan?mode=${mode}`
  const { body } = await server.call('POST', path, { as: 'ada' })
  const order = ['walk', 'compare', 'analyze', 'tidy']
  for (;;) {
    const now = await server.call('GET', `/libraries/${libraryId}/scans/${body.id}`, { as: 'ada' })
    const isOver = !['pending', 'running'].includes(now.body.status)
    if (isOver || order.indexOf(now.body.phase) >= order.indexOf(phase)) return body.id as string
    await Bun.sleep(5)
  }
}

for (const phase of ['walk', 'compare', 'analyze']) {
  test(`five hundred files are renamed during a scan (${phase})`, async () => {
    const { folder, id, ids, read } = await begin(`renamed in ${phase}`)
    const scanId = await scanUntil(id, 'deep', phase)
    renameChildren(folder, (name) => name.replace('Series', 'Renamed'))
    await waitUntilScanEnded(server, id, scanId)
    await scanLibrary(server, id)
    expect(await idsOf(id)).toEqual(ids)
    for (const book of read) await expectUserData(server, book.id)
    for (const { relativePath } of await presentOf(id)) expect(relativePath).toStartWith('Renamed')
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 0, missing: 0 })
  })
}

test('files renamed during their first scan exist once', async () => {
  const folder = makeFolder()
  await makeShelf(folder, { ...shelf, seed: 'first' })
  const id = await addLibrary(server, folder)
  const scanId = await scanUntil(id, 'normal', 'analyze')
  renameChildren(folder, (name) => name.replace('Series', 'Renamed'))
  await waitUntilScanEnded(server, id, scanId)
  await scanLibrary(server, id)
  const present = await presentOf(id)
  expect(present).toHaveLength(total)
  expect(new Set(present.map(({ contentHash }) => contentHash)).size).toBe(total)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('an undo requested while watching undoes one scan and loses nothing', async () => {
  const { folder, id, ids, read } = await begin('undone')
  renameSync(join(folder, 'Series 0001'), join(folder, 'Other'))
  const first = await scanLibrary(server, id)
  expect(first).toMatchObject({ moved: shelf.books })
  renameSync(join(folder, 'Other'), join(folder, 'Series 0001'))
  const path = `/libraries/${id}/scans/${first.id}/undo`
  const [asked] = await Promise.all([
    server.call('POST', path, { as: 'max' }),
    enqueueWatchScan(server.ctx, id),
    enqueueWatchScan(server.ctx, id),
  ])
  // The undo is rejected if a scan was enqueued first.
  expect([202, 409]).toContain(asked.status)
  const { body } = await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })
  for (const { id: scanId } of body.data) await waitUntilScanEnded(server, id, scanId)
  if (asked.status === 202) {
    for (let tries = 0; tries < 600; tries++) {
      const now = await server.call('GET', path, { as: 'max' })
      if (now.body.status === 'completed') break
      await Bun.sleep(25)
    }
    expect((await server.call('GET', path, { as: 'max' })).body.status).toBe('completed')
  }
  await waitUntilRegrouped(server)
  await scanLibrary(server, id)
  expect(await idsOf(id)).toEqual(ids)
  for (const book of read) await expectUserData(server, book.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('a folder is copied to another disk slowly, and every file is seen incomplete', async () => {
  const [from, to] = [makeFolder(), makeFolder()]
  const files = await makeComics('Old', 6, 5000)
  writeFiles(from, files)
  const id = await addLibrary(server, from, { path: undefined, paths: [from, to] })
  writeFiles(from, { 'Y/0.cbz': await makeComic(5101) })
  writeFiles(to, { 'Z/0.cbz': await makeComic(5100) })
  await scanLibrary(server, id)
  const books = (await listBooks(server, id)).filter(({ relativePath }) =>
    relativePath.startsWith('Old'),
  )
  for (const book of books) await addUserData(server, book.id)
  for (const [i, book] of books.entries()) {
    const data = files[book.relativePath]!
    writeFiles(to, { [book.relativePath]: data.subarray(0, data.length / 2) }, new Date(1.7e12 + i))
    await scanLibrary(server, id)
    writeFiles(to, { [book.relativePath]: data })
    await scanLibrary(server, id)
    writeFiles(from, { [book.relativePath]: null })
    await scanLibrary(server, id)
  }
  const present = (await presentOf(id)).filter(({ relativePath }) => relativePath.startsWith('Old'))
  expect(present.map((book) => book.id).toSorted()).toEqual(books.map((book) => book.id).toSorted())
  for (const book of books) await expectUserData(server, book.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('a file that is replaced slowly stays the same book', async () => {
  const folder = makeFolder()
  const data = await makeComic(6000)
  writeFiles(folder, { 'A/1.cbz': data, 'A/2.cbz': await makeComic(6001) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [book] = await listBooks(server, id)
  await addUserData(server, book!.id)
  const other = Buffer.from(await makeComic(6002))
  for (const share of [0.3, 0.6, 1]) {
    const part = other.subarray(0, other.length * share)
    writeFileSync(join(folder, 'A/1.cbz'), part)
    utimesSync(join(folder, 'A/1.cbz'), 1.7e9, 1.7e9 + share)
    await scanLibrary(server, id)
  }
  // Positions past the end of a shorter file are moved to its last page.
  await expectUserData(server, book!.id)
  expect(await presentOf(id)).toHaveLength(2)
  expect((await listBooks(server, id))[0]).toMatchObject({ id: book!.id, pageCount: 3 })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('publisher folders are renamed while the strategy changes', async () => {
  const folder = makeFolder()
  const named = async (publisher: string, seed: number) =>
    Object.fromEntries(
      Object.values(await makeComics('x', 4, seed)).map((data, i) => [
        `${publisher}/Saga ${seed}/Saga ${seed} v${i + 1}.cbz`,
        data,
      ]),
    )
  writeFiles(folder, { ...(await named('Image', 7000)), ...(await named('Vertigo', 7100)) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const books = await listBooks(server, id)
  const ids = await idsOf(id)
  await addUserData(server, books[0]!.id)
  const saidOf = books[0]!.seriesId
  const body = { summary: 'Of the series' }
  await server.call('PATCH', `/series/${saidOf}/metadata`, { as: 'ada', body })
  let place = 'Image'
  for (const [i, seriesStrategy] of [
    'publisher_hierarchy',
    'calibre',
    'parsed_name',
    'series_volume',
  ].entries()) {
    const next = `Publisher ${i}`
    renameSync(join(folder, place), join(folder, next))
    place = next
    const patched = patchLibrary(server, id, { seriesStrategy })
    await enqueueWatchScan(server.ctx, id)
    await patched
    const { body: scans } = await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })
    for (const { id: scanId } of scans.data) await waitUntilScanEnded(server, id, scanId)
    await scanLibrary(server, id)
    await waitUntilRegrouped(server)
    expect(await idsOf(id)).toEqual(ids)
    await expectUserData(server, books[0]!.id)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  }
  const { body: after } = await server.call('GET', `/series/${saidOf}/metadata`, { as: 'ann' })
  expect(after).toMatchObject(body)
  expect((await listSeries(server, id)).filter(({ trashedAt }) => !trashedAt)).toHaveLength(2)
})

test('of two equal books, one of them trashed, each moves independently', async () => {
  const folder = makeFolder()
  const data = await makeComic(8000)
  writeFiles(folder, { 'A/1.cbz': data, 'B/1.cbz': data, 'C/1.cbz': await makeComic(8001) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [a, b] = await listBooks(server, id)
  await addUserData(server, b!.id)
  await server.call('DELETE', `/books/${a!.id}`, { as: 'max' })
  moveFile(`${folder}/A/1.cbz`, `${folder}/D/1.cbz`)
  await scanLibrary(server, id)
  moveFile(`${folder}/B/1.cbz`, `${folder}/E/1.cbz`)
  const last = await scanLibrary(server, id)
  const after = new Map((await listBooks(server, id)).map((book) => [book.id, book]))
  expect(last).toMatchObject({ added: 0, missing: 0 })
  expect(after.get(a!.id)).toMatchObject({ relativePath: 'D/1.cbz', missingSince: null })
  expect(after.get(a!.id)!.trashedAt).not.toBeNull()
  expect(after.get(b!.id)).toMatchObject({ relativePath: 'E/1.cbz', trashedAt: null })
  const restored = await server.call('POST', `/books/${a!.id}/restore`, { as: 'max' })
  expect(restored.status).toBe(200)
  rmSync(join(folder, 'E'), { recursive: true })
  await scanLibrary(server, id)
  // The remaining copy keeps the progress of the missing one.
  await expectUserData(server, b!.id)
  expect((await presentOf(id)).map((book) => book.relativePath)).toEqual(['C/1.cbz', 'D/1.cbz'])
  expect((await listBooks(server, id)).find((book) => book.id === b!.id)!.trashedAt).toBeNull()
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})
