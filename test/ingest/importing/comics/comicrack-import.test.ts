/** Imports from ComicRack into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { undoImport } from '../../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../../support/server'
import { type ComicrackData, writeComicrack } from '../databases/comicrack-file'
import { dumpTables } from '../dump-tables'
import { runImportOf } from '../import-command'
import { get, seedShelf } from '../shelf'

const folder = mkdtempSync(join(tmpdir(), 'comicrack-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const opened = '2024-03-01T20:15:00Z'
const data: ComicrackData = {
  comics: [
    {
      id: 1,
      file: String.raw`Ashfall\ASHFALL 01.CBZ`,
      fields: {
        Title: 'Soot',
        Writer: 'Ida Kern',
        PageCount: 20,
        LastPageRead: 19,
        Opened: opened,
        Rating: 4,
      },
    },
    {
      id: 2,
      file: String.raw`Ashfall\Ashfall 02.cbz`,
      fields: { PageCount: 20, LastPageRead: 4, Opened: opened },
      bookmarks: { 2: 'lamps' },
    },
    {
      id: 3,
      file: String.raw`Old\x.cbz`,
      fields: { PageCount: 20, LastPageRead: 19, Opened: opened },
    },
  ],
  lists: { 'Long Night': [2, 3, 1] },
}

let count = 0
function write(given: ComicrackData = data) {
  const path = join(folder, `${++count}`, 'ComicDb.xml')
  writeComicrack(path, given)
  return path
}

async function start() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

const users = new Map([['comicrack', 'ann']])

test('reading, ratings, lists and metadata come along, once, and can be taken back', async () => {
  const { server, b1, b2 } = await start()
  const empty = await dumpTables(server)
  const preview = await runImportOf(server, write(), { users, applies: false })
  expect(await dumpTables(server)).toEqual(empty)
  const { report, importId } = await runImportOf(server, write(), { users })
  expect(preview.report.people).toEqual(report.people)
  expect(report).toMatchObject({
    folders: [{ from: 'D:/Comics', to: '/srv/media' }],
    books: { total: 3, found: { path: 2 }, waiting: 1 },
    people: [
      {
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
  const again = await runImportOf(server, write(), { users })
  expect(await dumpTables(server)).toEqual(full)
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  expect(await get(server, 'ann', `/books/${b1}/rating`)).toMatchObject({ rating: 80 })
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 5 })
  expect(await get(server, 'ann', `/books/${b1}/metadata`)).toMatchObject({
    writer: 'Ida Kern',
    locks: { writerLock: false },
  })
  await undoImport(server.ctx, again.importId!)
  await undoImport(server.ctx, importId!)
  expect(await dumpTables(server)).toEqual(empty)
})

test('a file that declares entities changes nothing', async () => {
  const { server } = await start()
  const empty = await dumpTables(server)
  const declared = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><ComicDatabase'
  const path = write({ ...data, change: (xml) => xml.replace('<ComicDatabase', declared) })
  await expect(runImportOf(server, path, { users })).rejects.toThrow('declares a document type')
  expect(await dumpTables(server)).toEqual(empty)
})
