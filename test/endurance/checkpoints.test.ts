/** SQLite's write-ahead log while a worker writes in bulk beside a server. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from 'bun:sqlite'
import { sql } from 'drizzle-orm'
import { dialect } from '../../src/platform/db/dialect'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import type { Store, Tx } from '../../src/platform/db/store'

const megabyte = 1 << 20

let folder: string
let path: string
let server: Store
let worker: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpoints-'))
  path = join(folder, 'quire.db')
  const database = new Database(path)
  database.run('create table entries (id integer primary key, data blob)')
  database.close()
  server = openSqlite(path)
  worker = openSqlite(path, { isWorker: true })
  server.leaveCheckpoints(true)
})
afterEach(async () => {
  await worker.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (bytes: number) => (tx: Tx) =>
  tx.rows(sql`insert into entries (data) values (zeroblob(${bytes}))`)
const getLogSize = () => statSync(`${path}-wal`).size

test.if(dialect === 'sqlite')('the log stays short while a worker writes', async () => {
  for (let written = 0; written < 80 * megabyte; written += megabyte / 4) {
    await worker.writeBulk(add(megabyte / 4))
    await Bun.sleep(8)
  }
  expect(getLogSize()).toBeLessThan(64 * megabyte)
})

// Truncating hundreds of megabytes takes as long as 400 ms on the thread that commits.
test.if(dialect === 'sqlite')('a commit of the server does not truncate a long log', async () => {
  const other = new Database(path, { readwrite: true })
  other.run('pragma wal_autocheckpoint = 0')
  for (let i = 0; i < 10; i++) {
    other.run(`insert into entries (data) values (zeroblob(${8 * megabyte}))`)
  }
  other.query('pragma wal_checkpoint(passive)').all()
  const size = getLogSize()
  expect(size).toBeGreaterThan(80 * megabyte)
  await server.write(add(100))
  expect(getLogSize()).toBe(size)
  other.close()
})
