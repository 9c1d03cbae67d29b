/**
 * The SQLite store. Reads have their own connection, so they never wait and never see uncommitted
 * data. Writes run one at a time on a second connection. Drizzle's own transaction() is not used,
 * because with bun:sqlite it commits before an asynchronous callback has finished.
 */
import { yieldToEventLoop } from '../../lib/yield'
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { EventEmitter } from 'node:events'
import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { createTaskQueue } from '../transactions/task-queue'
import { requireWrite, runWrite } from '../transactions/write-scope'
import { createAsyncHandle } from './sqlite-async-handle'
import { openWorkerReader } from './sqlite-worker-reader'
import { BulkCheckpoints } from './sqlite-checkpoints'
import { prepareConnection } from './sqlite-connection'
import { analysisLimit, refreshSqliteStatistics } from './sqlite-statistics'
import { SharedCommits } from './sqlite-shared-commits'
import { runTransaction, type WriteKind } from './sqlite-transaction'
import { createServerTurns, createWorkerTurns } from './sqlite-write-turns'
import type { Db, Store, Tx } from '../store'

/**
 * Drizzle prepares a statement on every call. `query` caches statements, so this is only a lookup.
 */
class CachingDatabase extends Database {
  override prepare = this.query.bind(this)
}
Database.MAX_QUERY_CACHE_SIZE = 500

export interface SqliteOptions {
  /** True for the worker process of a server, which leaves the write lock to the server. */
  isWorker?: boolean
}

/** Opens a migrated database. */
export function openSqlite(path: string, { isWorker = false }: SqliteOptions = {}): Store {
  const writer = openWriter(path, isWorker)
  const reader = openReader(path)
  const workerReader = openWorkerReader(path)
  const checkpoints = new BulkCheckpoints(path, writer)
  const enqueue = createTaskQueue()
  const channels = new EventEmitter().setMaxListeners(0)
  const turns = isWorker ? createWorkerTurns(channels) : createServerTurns(channels)
  const handle = createWriteHandle<Db>(writer, { yields: !isWorker })
  const writing = { connection: writer, handle, turns, yields: !isWorker, lastCommitMs: 0 }
  const isLast = () => enqueue.countWaiting() === 0 && sharedCommits.countWaiting() === 0
  const transact = <T>(work: (tx: Tx) => Promise<T>, kind: WriteKind) =>
    runTransaction(writing, kind, work).finally(() => turns.onEnd(isLast()))
  const transactInBulk = async <T>(work: (tx: Tx) => Promise<T>) => {
    await checkpoints.prepare()
    return withoutSync(writer, () => transact(work, 'bulk'))
  }
  const close = async () => {
    checkpoints.stop()
    workerReader.close()
    writer.run('pragma busy_timeout = 5000')
    reader.close()
    if (!isWorker) writer.run('pragma optimize')
    writer.close()
  }
  const db = createQueryHandle<Db>(reader)
  const writeBulk: Store['writeBulk'] = (work) =>
    runWrite(() => enqueue(() => transactInBulk(work)))
  const writeDurably: Store['write'] = (work) => enqueue(() => transact(work, 'durable'))
  const sharedCommits = new SharedCommits(writing, writeDurably)
  let lastEventId = Date.now() * 1000

  return {
    db: Object.assign(db, createVersionReader(reader)),
    heavy: workerReader.db,
    replica: workerReader.db,
    write: (work) => runWrite(() => writeDurably(work)),
    writeForUser: (userId, work) => runWrite(() => sharedCommits.write(userId, work)),
    writeBulk,
    snapshot: (work) => readSnapshot(path, work),
    ...createNotifications(channels),
    // No lock is needed, because only one process handles requests.
    lock: async () => () => undefined,
    nextEventId: async () => ++lastEventId,
    leaveCheckpoints: (toOtherProcess) => checkpoints.leave(toOtherProcess),
    refreshStatistics: () => refreshSqliteStatistics(db, writeBulk),
    isAlive: async () => reader.query('select 1').get() !== null,
    close: () => sharedCommits.finish().then(() => enqueue(close)),
  }
}

/** Notifications are delivered only within this process. */
const createNotifications = (channels: EventEmitter): Pick<Store, 'notify' | 'listen'> => ({
  notify: async (channel, payload) => void channels.emit(channel, payload),
  listen: async (channel, handler) => {
    channels.on(channel, handler)
    return async () => void channels.off(channel, handler)
  },
})

function openWriter(path: string, isWorker: boolean) {
  const writer = new CachingDatabase(path, { create: true, strict: true })
  prepareConnection(writer)
  writer.run(`pragma analysis_limit = ${analysisLimit}`)
  // A commit that truncates a long log blocks the thread. A worker may block, because it does not
  // serve requests.
  if (!isWorker) writer.run('pragma journal_size_limit = -1')
  // The worker process skips this, because the server has already done it and `optimize` takes the
  // write lock.
  if (!isWorker) writer.run('pragma optimize = 0x10002')
  // From here on, timers are used to wait for other processes, so SQLite never blocks the thread.
  writer.run('pragma busy_timeout = 0')
  return writer
}

/** Runs `work` with commits that do not wait for the disk. */
async function withoutSync<T>(writer: Database, work: () => Promise<T>): Promise<T> {
  writer.run('pragma synchronous = normal')
  try {
    return await work()
  } finally {
    writer.run('pragma synchronous = full')
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

/** Uses a separate connection, whose transaction sees the snapshot of its first statement. */
async function readSnapshot<T>(path: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = openReader(path)
  try {
    connection.run('begin')
    connection.query('select count(*) from sqlite_master').get()
    return await work(createQueryHandle<Db>(connection))
  } finally {
    connection.close()
  }
}

/**
 * Reads SQLite's `data_version`, which changes with each commit of another connection in any
 * process. This connection never writes.
 */
function createVersionReader(reader: Database): Required<Pick<Db, 'version' | 'atOneVersion'>> {
  const statement = reader.query<{ data_version: number }, []>('pragma data_version')
  const read = () => statement.get()!.data_version
  let isHeld = false
  let held: number | undefined
  return {
    version: () => (isHeld ? (held ??= read()) : read()),
    // All synchronous reads in `work` use one version. Promises created by `work` continue after
    // `finally` and read the version again.
    atOneVersion: (work) => {
      isHeld = true
      try {
        return work()
      } finally {
        isHeld = false
        held = undefined
      }
    },
  }
}

function createQueryHandle<Handle extends Db>(connection: Database): Handle {
  const database = drizzle(connection, { casing: 'snake_case' })
  const rows = async <Row>(query: SQL) => database.all<Row>(query)
  return Object.assign(database as unknown as Handle, { rows })
}

/**
 * A server yields between the statements of a transaction, because a chain of them would block the
 * event loop. A worker does not, because other tasks on its event loop would make it hold the write
 * lock longer.
 */
function createWriteHandle<Handle extends Db>(
  connection: Database,
  { yields }: { yields: boolean },
): Handle {
  return createAsyncHandle<Handle>(async ({ sql, params, shape }) => {
    if (yields) await yieldToEventLoop()
    requireWrite()
    const statement = connection.query(sql)
    const values = params as SQLQueryBindings[]
    return shape === 'values' ? statement.values(...values) : statement.all(...values)
  })
}
