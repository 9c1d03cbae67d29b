/** Imports from YACReaderLibrary into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinWaitingFacts } from '../../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../../src/ingest/importing/merge/undo-import'
import { seedBook, seedSeries } from '../../../support/seed'
import { startTestServer, type TestServer } from '../../../support/server'
import { writeYacreader, type YacreaderData } from '../databases/yacreader-database'
import { dumpTables } from '../dump-tables'
import { runImportOf } from '../import-command'
import { get, seedShelf } from '../shelf'

const folder = mkdtempSync(join(tmpdir(), 'yacreader-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const data: YacreaderData = {
  comics: [
    { id: 1, path: '/Ashfall/Ashfall 01.cbz' },
    { id: 2, path: '/Ashfall/Ashfall 02.cbz' },
    { id: 3, path: '/Old/x.cbz' },
  ],
  infos: {
    1: {
      read: 1,
      lastTimeOpened: 1_709_324_100,
      rating: 4,
      edited: 1,
      title: 'Soot',
      writer: 'Ida Kern',
    },
    2: { hasBeenOpened: 1, currentPage: 5, lastTimeOpened: 1_709_413_200, bookmark1: 2 },
    3: { read: 1, lastTimeOpened: 1_709_324_100 },
  },
  lists: { 'Long Night': [2, 3, 1] },
}

let count = 0
function write(given: YacreaderData = data) {
  const library = join(folder, `${++count}`)
  writeYacreader(join(library, '.yacreaderlibrary/library.ydb'), given)
  return library
}

async function start() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

const users = new Map([['yacreader', 'ann']])

test('reading, ratings, lists and edits come along, once, and can be taken back', async () => {
  const { server, b1, b2 } = await start()
  const empty = await dumpTables(server)
  const library = write()
  const preview = await runImportOf(server, library, { users, applies: false })
  expect(await dumpTables(server)).toEqual(empty)
  const { report, importId } = await runImportOf(server, library, { users })
  expect(preview.report.people).toEqual(report.people)
  expect(report).toMatchObject({
    books: { total: 3, found: { path: 2 }, waiting: 1 },
    people: [
      {
        name: 'yacreader',
        account: 'ann',
        completed: { new: 1, waiting: 1 },
        positions: { new: 1 },
        ratings: { new: 1 },
        bookmarks: { new: 1 },
      },
    ],
    lists: [{ name: 'Long Night', outcome: 'new', found: 2, total: 3 }],
    edits: { new: 1 },
  })
  const full = await dumpTables(server)
  const again = await runImportOf(server, library, { users })
  expect(await dumpTables(server)).toEqual(full)
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 5 })
  expect(await get(server, 'ann', `/books/${b1}`)).toMatchObject({ metadata: { title: 'Soot' } })
  expect(await get(server, 'ann', `/books/${b1}/metadata`)).toMatchObject({
    writer: 'Ida Kern',
    locks: { titleLock: false },
  })
  await undoImport(server.ctx, again.importId!)
  await undoImport(server.ctx, importId!)
  expect(await dumpTables(server)).toEqual(empty)
})

test('opening a finished comic again does not finish it again', async () => {
  const { server, b1 } = await start()
  await runImportOf(server, write(), { users })
  const infos = { ...data.infos, 1: { read: 1, lastTimeOpened: 1_719_324_100 } }
  await runImportOf(server, write({ ...data, infos }), { users })
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
})

test('a comic that waits is finished once, too', async () => {
  const { server, library } = await start()
  await runImportOf(server, write(), { users })
  const infos = { ...data.infos, 3: { read: 1, lastTimeOpened: 1_719_324_100 } }
  await runImportOf(server, write({ ...data, infos }), { users })
  const series = await seedSeries(server, library, { title: 'Old' })
  const book = await seedBook(server, series, { title: 'x', relativePath: 'Old/x.cbz' })
  await joinWaitingFacts(server.ctx)
  expect(await get(server, 'ann', `/books/${book.id}/read-history`)).toMatchObject({
    readCount: 1,
  })
})

test('without an account, only metadata come along', async () => {
  const { server } = await start()
  const { report } = await runImportOf(server, write())
  expect(report.people).toMatchObject([{ account: null, completed: {} }])
  expect(report.lists).toEqual([])
  expect(report.leftOut.map(({ code }) => String(code))).toContain('imports.left_out.of_nobody')
})
