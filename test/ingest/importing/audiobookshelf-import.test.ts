/** Imports from Audiobookshelf into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinWaitingFacts } from '../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../support/server'
import { type AudiobookshelfData, writeAudiobookshelf } from './databases/audiobookshelf-database'
import {
  addLibrary,
  makeComic,
  makeFolder,
  scanLibrary,
  startScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'audiobookshelf-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = '2024-03-01 20:15:00.000 +00:00'

const hash = Bun.password.hashSync(password, { algorithm: 'bcrypt', cost: 4 })
const limited = {
  accessAllTags: false,
  selectedTagsNotAccessible: true,
  itemTagsSelected: ['adult'],
}

function write() {
  const data: AudiobookshelfData = {
    people: [
      { id: 'u1', name: 'kim', password: hash, type: 'root' },
      { id: 'u2', name: 'ben', password: hash, permissions: limited },
    ],
    books: [
      { id: 'b1', path: 'Ashfall/Ashfall 01.cbz', tags: ['adult'] },
      { id: 'b2', path: 'Ashfall/Ashfall 02.cbz' },
      { id: 'b3', path: 'Old/x.cbz' },
      { id: 'b4', path: 'Night Ferry/Night Ferry 01.cbz' },
      { id: 'b5', path: null },
    ],
    progress: [
      { userId: 'u1', mediaItemId: 'b1', isFinished: 1, finishedAt: at, updatedAt: at },
      { userId: 'u1', mediaItemId: 'b2', ebookLocation: '5', ebookProgress: 0.2, updatedAt: at },
    ],
    playlists: [{ id: 'p1', name: 'Long Night', books: ['b3', 'b1', 'b5'], person: 'u1' }],
  }
  const path = join(folder, 'absdatabase.sqlite')
  writeAudiobookshelf(path, data)
  return path
}

test('people, reading, lists and limits come along, once, and can be taken back', async () => {
  const server = await startTestServer()
  servers.push(server)
  const { ashfall, b1, b2, b4 } = await seedShelf(server)
  const empty = await dumpTables(server)
  const { report, importId } = await runImportOf(server, write())
  expect(report).toMatchObject({
    books: { total: 4, found: { path: 3 }, waiting: 1 },
    people: [
      { name: 'kim', keepsPassword: true, completed: { new: 1 }, positions: { new: 1 } },
      { name: 'ben', keepsPassword: true },
    ],
    lists: [{ name: 'Long Night', found: 1, total: 2 }],
    labels: { new: 1 },
  })
  const full = await dumpTables(server)
  const again = await runImportOf(server, write())
  expect(await dumpTables(server)).toEqual(full)
  await undoImport(server.ctx, again.importId!)
  await undoImport(server.ctx, importId!)
  expect(await dumpTables(server)).toEqual(empty)
  await runImportOf(server, write())
  const kim = await signIn(server, 'kim')
  expect(await get(server, kim.token, `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  expect(await get(server, kim.token, `/books/${b2}/progress`)).toMatchObject({ currentPage: 5 })
  const ben = await signIn(server, 'ben')
  expect((await server.call('GET', `/series/${ashfall}`, { as: ben.token })).status).toBe(404)
  expect((await server.call('GET', `/books/${b4}`, { as: ben.token })).status).toBe(200)
})

test('a supplementary e-book that arrives later is hidden with its item', async () => {
  const server = await startScanServer()
  servers.push(server)
  const books = makeFolder()
  const libraryId = await addLibrary(server, books)
  const path = join(folder, 'supplementary.sqlite')
  writeAudiobookshelf(path, {
    people: [
      { id: 'u1', name: 'kim', password: hash, type: 'root' },
      { id: 'u2', name: 'ben', password: hash, permissions: limited },
    ],
    books: [
      { id: 'b1', path: null, supplementary: ['Night/Night.cbz'], tags: ['adult'] },
      { id: 'b2', path: 'Day/Day.cbz' },
    ],
  })
  const { report } = await runImportOf(server, path, {
    folders: [{ from: '/audiobooks', to: books }],
  })
  expect(report.labels).toEqual({ waiting: 1 })
  const ben = await signIn(server, 'ben')
  const comic = await makeComic()
  writeFiles(books, { 'Night/Night.cbz': comic, 'Day/Day.cbz': comic })
  await scanLibrary(server, libraryId)
  await joinWaitingFacts(server.ctx)
  const { body } = await server.call('GET', '/series', { as: ben.token })
  expect(body.data.map(({ metadata }: { metadata: { title: string } }) => metadata.title)).toEqual([
    'Day',
  ])
})
