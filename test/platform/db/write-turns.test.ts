/** Two processes share SQLite's write lock; here as two stores over one file. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from 'bun:sqlite'
import { sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import { refreshSqliteStatistics } from '../../../src/platform/db/sqlite/sqlite-statistics'
import { isBusyError } from '../../../src/platform/db/sqlite/sqlite-connection'
import {
  createWorkerTurns,
  writeTurnChannel,
} from '../../../src/platform/db/sqlite/sqlite-write-turns'
import type { Store } from '../../../src/platform/db/store'

let folder: string
let server: Store
let worker: Store

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'write-turns-'))
  const path = join(folder, 'quire.db')
  const database = new Database(path)
  database.run('create table entries (id integer primary key, writer text)')
  database.close()
  server = openSqlite(path)
  worker = openSqlite(path, { isWorker: true })
  // In production, the supervisor forwards these messages over the pipe.
  await server.listen(writeTurnChannel, (message) => void worker.notify(writeTurnChannel, message))
})
afterEach(async () => {
  await worker.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (store: Store, writer: string) =>
  store.writeBulk(async (tx) => {
    await tx.rows(sql`insert into entries (writer) values (${writer})`)
    await Bun.sleep(5)
  })

test.if(dialect === 'sqlite')('a worker with many transactions lets the server write', async () => {
  const slices = Array.from({ length: 40 }, () => add(worker, 'worker'))
  await slices[0]
  await add(server, 'server')
  const [{ before }] = (await server.db.rows(
    sql`select count(*) as before from entries where writer = 'worker'`,
  )) as [{ before: number }]
  expect(before).toBeLessThan(10)
  await Promise.all(slices)
})

test('a database that is being recovered is busy', () => {
  const withCode = (code: string) => Object.assign(new Error('database is locked'), { code })
  expect(isBusyError(withCode('SQLITE_BUSY'))).toBe(true)
  expect(isBusyError(withCode('SQLITE_BUSY_RECOVERY'))).toBe(true)
  expect(isBusyError(withCode('SQLITE_FULL'))).toBe(false)
  expect(isBusyError(new Error('other'))).toBe(false)
})

test.if(dialect === 'sqlite')(
  'a worker continues when the server never ends its turn',
  async () => {
    await worker.notify(writeTurnChannel, 'wanted')
    await add(worker, 'worker')
    expect(await server.db.rows(sql`select writer from entries`)).toEqual([{ writer: 'worker' }])
  },
)

test('a worker waits only once for a turn that the server never ends', async () => {
  const channels = new EventEmitter()
  const turns = createWorkerTurns(channels)
  channels.emit(writeTurnChannel, 'wanted')
  await turns.waitForTurn()
  const second = turns.waitForTurn().then(() => 'continues')
  const timer = Bun.sleep(200).then(() => 'waits')
  expect(await Promise.race([second, timer])).toBe('continues')
})

test.if(dialect === 'sqlite')('statistics are collected in one short write per table', async () => {
  await worker.writeBulk(async (tx) => {
    await tx.rows(sql`create table notes (id integer primary key, book integer)`)
    await tx.rows(sql`create index notes_by_book on notes (book)`)
    await tx.rows(sql`insert into notes (book) values (1), (2)`)
    await tx.rows(sql`insert into entries (writer) values ('worker')`)
  })
  let writes = 0
  await refreshSqliteStatistics(worker.db, (work) => {
    writes++
    return worker.writeBulk(work)
  })
  // One write for each table, and one that makes other connections load the statistics.
  expect(writes).toBe(3)
  const tables = await server.db.rows(sql`select distinct tbl from sqlite_stat1 order by tbl`)
  expect(tables).toEqual([{ tbl: 'entries' }, { tbl: 'notes' }])
})
