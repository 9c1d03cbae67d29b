/**
 * Files without identifying metadata are recognized by a hash of all bytes, computed in the
 * background.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makePdf } from '../../support/make/pdf'
import {
  addLibrary,
  listBooks,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../scanning/scan-server'
import { startTrashServer, waitUntilPurged } from './trash-server'
import { waitUntil } from '../../support/wait-until'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

/** Too large to be hashed by a scan. */
const makeLargePdf = () => Buffer.concat([makePdf({}), Buffer.alloc(1_500_000, '% nothing\n')])

test('the progress of a purged large PDF is restored for the same bytes under another name', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'Papers/read.pdf': makeLargePdf() })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [book] = await listBooks(server, id)
  await server.call('PUT', `/books/${book!.id}/progress`, {
    as: 'ann',
    body: { currentPage: 1, completed: true },
  })
  await waitUntil(async () => (await listBooks(server, id))[0]!.contentHash !== null)
  await server.call('DELETE', `/books/${book!.id}`, { as: 'max' })
  const body = { name: book!.title }
  const asked = await server.call('POST', `/books/${book!.id}/purge`, { as: 'max', body })
  expect(await waitUntilPurged(server, asked.body.id)).toMatchObject({ booksPurged: 1 })

  writeFiles(folder, { 'Papers/read.pdf': null })
  writeFiles(folder, { 'Elsewhere/found.pdf': makeLargePdf(), 'Elsewhere/other.pdf': makePdf({}) })
  await scanLibrary(server, id)
  const found = (await listBooks(server, id)).find(({ relativePath }) =>
    /found/.test(relativePath),
  )!
  const getProgress = async () =>
    (await server.call('GET', `/books/${found.id}`, { as: 'ann' })).body.book
  await waitUntil(async () => (await getProgress()).readProgress !== null)
  expect(await getProgress()).toMatchObject({ readCount: 1, readProgress: { completed: true } })
  const series = await server.call('GET', `/series/${found.seriesId}`, { as: 'ann' })
  expect(series.body).toMatchObject({ unreadCount: 1 })
})
