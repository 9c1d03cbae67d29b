/** Imports from Stump into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../support/server'
import { type StumpData, writeStump } from './databases/stump-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'stump-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = '2024-03-01T20:15:00Z'

function write() {
  const hash = Bun.password.hashSync(password, { algorithm: 'bcrypt', cost: 4 })
  const stump: StumpData = {
    people: [
      { id: 'u1', name: 'kim', password: hash, isOwner: true },
      { id: 'u2', name: 'ben', password: hash },
    ],
    series: { s1: 'Ashfall', s2: 'Night Ferry' },
    books: [
      { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz' },
      { id: 'b2', series: 's1', path: 'Ashfall/Ashfall 02.cbz' },
      { id: 'b3', series: 's2', path: 'Old/x.cbz' },
    ],
    sessions: [{ user_id: 'u1', media_id: 'b2', page: 5, started_at: at, updated_at: at }],
    finished: [{ book: 'b1', person: 'u1', started: '2024-03-01T19:00:00Z', at }],
    lists: [{ id: 'r1', name: 'Long Night', person: 'u1', books: ['b3', 'b1'] }],
    more: {
      library_access: [{ user_id: 'u1', library_id: 'l1' }],
      bookmarks: [{ id: 'm1', user_id: 'u1', media_id: 'b1', page: 3, created_at: at }],
    },
  }
  const path = join(folder, 'stump.db')
  writeStump(path, stump)
  return path
}

test('people, reading, lists and bookmarks come along, once, and can be taken back', async () => {
  const server = await startTestServer()
  servers.push(server)
  const { ashfall, b1, b2 } = await seedShelf(server)
  const empty = await dumpTables(server)
  const { report, importId } = await runImportOf(server, write())
  expect(report).toMatchObject({
    books: { total: 3, found: { path: 2 }, waiting: 1 },
    people: [
      {
        name: 'kim',
        keepsPassword: true,
        completed: { new: 1 },
        positions: { new: 1 },
        bookmarks: { new: 1 },
      },
      { name: 'ben', keepsPassword: true },
    ],
    lists: [{ name: 'Long Night', found: 1, total: 2 }],
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
  // Nobody gave ben a library there.
  const ben = await signIn(server, 'ben')
  expect(ben.status).toBe(200)
  expect((await server.call('GET', `/series/${ashfall}`, { as: ben.token })).status).toBe(404)
})
