/**
 * The SQLite store. Reads use their own connection, so that they never wait and never see
 * uncommitted
 * data; writes are serialized on a second one. Drizzle's own transaction() is not used: over
 * bun:sqlite
 * it commits before an asynchronous callback has ended.
 */
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { EventEmitter } from 'node:events'
import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { startWorker } from '../../../workers'
import { giveWay } from '../yield'
import { createTaskQueue } from '../transactions/task-queue'
import { runAfterCommit, endWrite, runWrite, requireWrite } from '../transactions/write-scope'
import { createAsyncHandle } from './sqlite-async-handle'
import { openWorkerReader } from './sqlite-worker-reader'
import { prepareConnection } from './sqlite-connection'
import { refreshStatisticsInWorker } from './sqlite-upkeep'
import type { Db, Store, Tx } from '../store'

/** Drizzle prepares on each call; Bun's statement cache makes that a lookup. */
class CachingDatabase extends Database {
  override prepare = this.query.bind(this)
}
Database.MAX_QUERY_CACHE_SIZE = 500

const busyTimeoutMs = 30_000
const checkpointIdleMs = 30_000

/** Opens a migrated database. */
export function openSqlite(path: string): Store {
  const writer = new CachingDatabase(path, { create: true, strict: true })
  prepareConnection(writer)
  writer.run('pragma optimize = 0x10002')
  // From now on timers wait for other processes, never SQLite itself.
  writer.run('pragma busy_timeout = 0')
  const writeHandle = createYieldingHandle<Db>(writer)
  const reader = openReader(path)
  const workerReader = openWorkerReader(path)
  const checkpoints = new CheckpointWorker(path, writer)
  const enqueue = createTaskQueue()
  const channels = new EventEmitter().setMaxListeners(0)
  let lastEventId = Date.now() * 1000

  return {
    db: Object.assign(createQueryHandle<Db>(reader), { version: createVersionReader(reader) }),
    heavy: workerReader.db,
    write: (work) => runWrite(() => enqueue(() => runTransaction(writer, writeHandle, work))),
    writeBulk: (work) =>
      runWrite(() =>
        enqueue(async () => {
          checkpoints.expect()
          writer.run('pragma synchronous = normal')
          try {
            return await runTransaction(writer, writeHandle, work)
          } finally {
            writer.run('pragma synchronous = full')
          }
        }),
      ),
    notify: async (channel, payload) => void channels.emit(channel, payload),
    listen: async (channel, heard) => {
      channels.on(channel, heard)
      return async () => void channels.off(channel, heard)
    },
    nextEventId: async () => ++lastEventId,
    refreshStatistics: () => refreshStatisticsInWorker(path),
    isAlive: async () => reader.query('select 1').get() !== null,
    close: () =>
      enqueue(async () => {
        checkpoints.stop()
        workerReader.close()
        writer.run('pragma busy_timeout = 5000')
        reader.close()
        writer.run('pragma optimize')
        writer.close()
      }),
  }
}

function openReader(path: string) {
  const reader = new CachingDatabase(path, { readonly: true, strict: true })
  reader.run('pragma query_only = on')
  reader.run('pragma busy_timeout = 1000')
  reader.run('pragma temp_store = memory')
  reader.run('pragma cache_size = -16384')
  reader.run('pragma mmap_size = 268435456')
  return reader
}

/** SQLite's own counter, which also covers other processes. This connection never writes. */
function createVersionReader(reader: Database): () => number {
  const statement = reader.query<{ data_version: number }, []>('pragma data_version')
  return () => statement.get()!.data_version
}

function createQueryHandle<Handle extends Db>(connection: Database): Handle {
  const database = drizzle(connection, { casing: 'snake_case' })
  const rows = async <Row>(query: SQL) => database.all<Row>(query)
  return Object.assign(database as unknown as Handle, { rows })
}

/** Yields between the statements of a transaction: a chain of them would block the event loop. */
function createYieldingHandle<Handle extends Db>(connection: Database): Handle {
  return createAsyncHandle<Handle>(async ({ sql, params, shape }) => {
    await giveWay()
    requireWrite()
    const statement = connection.query(sql)
    const values = params as SQLQueryBindings[]
    return shape === 'values' ? statement.values(...values) : statement.all(...values)
  })
}

async function runTransaction<T>(
  connection: Database,
  handle: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const afterCommitCallbacks: (() => void)[] = []
  await beginWrite(connection)
  let result: T
  try {
    result = await work(createTransactionHandle(connection, handle, afterCommitCallbacks))
    endWrite()
    await giveWay()
    connection.run('commit')
  } catch (error) {
    endWrite()
    if (connection.inTransaction) connection.run('rollback')
    throw error
  }
  // Outside of the write: callbacks may write again.
  runAfterCommit(afterCommitCallbacks)
  return result
}

/** Takes the write lock. While another process holds it, a timer waits and the thread stays free. */
async function beginWrite(connection: Database) {
  const deadline = Date.now() + busyTimeoutMs
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 1.5, 20)) {
    try {
      connection.run('begin immediate')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > deadline) throw error
    }
    await Bun.sleep(waitMs)
  }
}

let savepoints = 0

/** All transactions share one handle, which keeps its table metadata and prepared statements. */
function createTransactionHandle(
  connection: Database,
  handle: Db,
  afterCommitCallbacks: (() => void)[],
): Tx {
  const tx = Object.create(handle) as Tx
  const nest = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    requireWrite()
    const name = `savepoint_${++savepoints}`
    connection.run(`savepoint ${name}`)
    try {
      const result = await work(tx)
      connection.run(`release ${name}`)
      return result
    } catch (error) {
      connection.run(`rollback to ${name}`)
      connection.run(`release ${name}`)
      throw error
    }
  }
  const afterCommit = (run: () => void) => void afterCommitCallbacks.push(run)
  return Object.assign(tx, { lasting: handle, nest, afterCommit })
}

/** A Worker that checkpoints during bulk writes and ends with them. */
class CheckpointWorker {
  readonly #path: string
  readonly #writer: Database
  #worker: Worker | undefined
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(path: string, writer: Database) {
    this.#path = path
    this.#writer = writer
  }

  expect() {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.stop(), checkpointIdleMs)
    this.#idle.unref()
    if (this.#worker) return
    this.#writer.run('pragma wal_autocheckpoint = 0')
    this.#worker = startWorker('sqlite-checkpoint')
    this.#worker.onerror = () => this.stop()
    this.#worker.postMessage({ open: this.#path })
    this.#worker.unref()
  }

  stop() {
    clearTimeout(this.#idle)
    if (!this.#worker) return
    this.#worker.terminate()
    this.#worker = undefined
    this.#writer.run('pragma wal_autocheckpoint = 1000')
  }
}
