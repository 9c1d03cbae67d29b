/** What was imported before its books were there. */
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { importingJobs } from '../../../src/ingest/importing/jobs'
import { startJoiningWaitingFacts } from '../../../src/ingest/importing/merge/join-waiting'
import { waitUntil } from '../../support/wait-until'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeFolder,
  type ScanServer,
  scanLibrary,
  startScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { writeKomga } from './databases/komga-database'
import { runImportOf } from './import-command'

let server: ScanServer | undefined
let stop: (() => void) | undefined
afterEach(async () => {
  stop?.()
  await server?.close()
})

test('reading is added when a scan finds the book', async () => {
  server = await startScanServer()
  server.engine.register(importingJobs(server.ctx))
  stop = startJoiningWaitingFacts(server.ctx)
  const folder = makeFolder()
  const libraryId = await addLibrary(server, folder)
  const path = join(makeFolder(), 'database.sqlite')
  writeKomga(path, {
    people: [{ email: 'ann@example.org' }],
    books: [{ id: 'B1', path: 'Night/Night v1.cbz', series: 'Night', pages: 2 }],
    readings: [{ book: 'B1', person: 'ann@example.org', page: 1, at: '2024-03-01T20:15:00Z' }],
  })
  const folders = [{ from: '/comics', to: folder }]
  const { report } = await runImportOf(server, path, { folders })
  expect(report).toMatchObject({ books: { waiting: 1 }, people: [{ account: 'ann' }] })
  writeFiles(folder, { 'Night/Night v1.cbz': await makeComic() })
  await scanLibrary(server, libraryId)
  const [book] = await listBooks(server, libraryId)
  const progress = await waitUntil(async () => {
    const { status, body } = await server!.call('GET', `/books/${book!.id}/progress`, { as: 'ann' })
    return status === 200 && body?.currentPage ? body : undefined
  })
  expect(progress).toMatchObject({ currentPage: 1, completed: false })
})
