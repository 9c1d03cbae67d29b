/**
 * The SQLite store. Readers have a connection of their own, so that they never wait and never see what
 * is half written; writers take turns on a second one. Drizzle's own transaction() is not used: over
 * bun:sqlite it commits before an asynchronous callback has ended.
 */
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { EventEmitter } from 'node:events'
import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { startWorker } from '../../../workers'
import { giveWay } from '../yield'
import { inTurn } from '../in-turn'
import { afterWriting, endWriting, outermost, requireWriting } from '../outermost'
import { overAnswers } from './sqlite-asked'
import { openAside } from './sqlite-aside'
import { prepareConnection } from './sqlite-connection'
import { refreshStatisticsAside } from './sqlite-upkeep'
import type { Db, Store, Tx } from '../store'

/** Drizzle prepares on each call; Bun's own cache of statements makes that a look-up. */
class CachingDatabase extends Database {
  override prepare = this.query.bind(this)
}
Database.MAX_QUERY_CACHE_SIZE = 500

const busyPatienceMs = 30_000
const checkpointIdleMs = 30_000

/** Opens a database whose migrations have been applied. */
export function openSqlite(path: string): Store {
  const writer = new CachingDatabase(path, { create: true, strict: true })
  prepareConnection(writer)
  writer.run('pragma optimize = 0x10002')
  // From now on waiting for another process is done by timers, never inside SQLite.
  writer.run('pragma busy_timeout = 0')
  const writing = givingWay<Db>(writer)
  const reader = openReader(path)
  const aside = openAside(path)
  const checkpoints = new Checkpoints(path, writer)
  const turns = inTurn()
  const channels = new EventEmitter().setMaxListeners(0)
  let lastEventId = Date.now() * 1000

  return {
    db: Object.assign(queryOver<Db>(reader), { version: versionOf(reader) }),
    heavy: aside.db,
    write: (work) => outermost(() => turns(() => transact(writer, writing, work))),
    writeBulk: (work) =>
      outermost(() =>
        turns(async () => {
          checkpoints.expect()
          writer.run('pragma synchronous = normal')
          try {
            return await transact(writer, writing, work)
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
    refreshStatistics: () => refreshStatisticsAside(path),
    isAlive: async () => reader.query('select 1').get() !== null,
    close: () =>
      turns(async () => {
        checkpoints.stop()
        aside.close()
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

/** What SQLite itself goes by: of other connections, in other processes, too. This one never writes. */
function versionOf(reader: Database): () => number {
  const statement = reader.query<{ data_version: number }, []>('pragma data_version')
  return () => statement.get()!.data_version
}

function queryOver<Handle extends Db>(connection: Database): Handle {
  const database = drizzle(connection, { casing: 'snake_case' })
  const rows = async <Row>(query: SQL) => database.all<Row>(query)
  return Object.assign(database as unknown as Handle, { rows })
}

/**
 * Between the statements of a transaction requests have their turn: a chain of them would hold the main
 * thread from its first to its last, awaited or not.
 */
function givingWay<Handle extends Db>(connection: Database): Handle {
  return overAnswers<Handle>(async ({ sql, params, shape }) => {
    await giveWay()
    requireWriting()
    const statement = connection.query(sql)
    const values = params as SQLQueryBindings[]
    return shape === 'values' ? statement.values(...values) : statement.all(...values)
  })
}

async function transact<T>(
  connection: Database,
  handle: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const done: (() => void)[] = []
  await begin(connection)
  let result: T
  try {
    result = await work(transactionOver(connection, handle, done))
    endWriting()
    await giveWay()
    connection.run('commit')
  } catch (error) {
    endWriting()
    if (connection.inTransaction) connection.run('rollback')
    throw error
  }
  // Outside of the write: what runs now may write again.
  afterWriting(done)
  return result
}

/** Takes the write lock. Another process may hold it: then a timer waits, not this thread. */
async function begin(connection: Database) {
  const giveUpAt = Date.now() + busyPatienceMs
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 1.5, 20)) {
    try {
      connection.run('begin immediate')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > giveUpAt) throw error
    }
    await Bun.sleep(waitMs)
  }
}

let savepoints = 0

/** All transactions share one handle: what it has learned of tables, and its statements, stay known. */
function transactionOver(connection: Database, handle: Db, done: (() => void)[]): Tx {
  const tx = Object.create(handle) as Tx
  const nest = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    requireWriting()
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
  const afterCommit = (run: () => void) => void done.push(run)
  return Object.assign(tx, { lasting: handle, nest, afterCommit })
}

/** A Worker that checkpoints while bulk writes come, and ends when they stop. */
class Checkpoints {
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
