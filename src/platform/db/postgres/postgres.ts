/** The PostgreSQL store. Any number of processes can share one database. */
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import connect, { type Sql } from 'postgres'
import { createTaskQueue } from '../transactions/task-queue'
import { runAfterCommit, endWrite, runWrite, requireWrite } from '../transactions/write-scope'
import type { Log } from '../../log/log'
import { connectionName } from './connection-name'
import { prepareRepeatedStatements } from './repeated-statements'
import { databaseLogMessages } from '../messages'
import type { Db, Store, Tx } from '../store'

export interface PostgresOptions {
  host: string
  port: number
  username: string
  password: string
  database: string
  sslMode?: 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'
  maxConnections: number
  /** Called with the text of each statement, for tests. */
  onStatement?: ((text: string) => void) | undefined
}

/**
 * Advisory lock for writes. The whole installation has only one writer, as on SQLite, so that
 * transactions behave the same on both.
 */
const writerLock = 7_361_002
const deadlineMs = 30_000
const connectTimeoutMs = 3_000
/** Longest time between attempts to connect again after the database went away. */
const maxBackoffMs = 500
/**
 * If a process that holds the writer lock sends nothing for this long, it is considered frozen,
 * because transactions never pause.
 */
const frozenMs = 10_000

export function connectPostgres(options: PostgresOptions): Sql {
  const client = connect({
    host: options.host,
    port: options.port,
    username: options.username,
    password: options.password,
    database: options.database,
    ssl: getSslOption(options.sslMode),
    max: options.maxConnections,
    connect_timeout: connectTimeoutMs / 1_000,
    // The driver waits up to 20 s by default, so that a database that is back would stay unused.
    backoff: (attempts: number) => Math.min(0.01 * 2 ** attempts, maxBackoffMs / 1_000),
    fetch_types: false,
    onnotice: () => undefined,
    ...(options.onStatement && {
      debug: (_connection: number, text: string) => options.onStatement?.(text),
    }),
    // JSON remains text until a column parses it. Parsing it twice would also parse the contents of
    // JSON strings.
    types: {
      json: {
        to: 114,
        from: [114, 3802],
        serialize: (value: string) => value,
        parse: (text: string) => text,
      },
    },
    connection: {
      application_name: connectionName,
      statement_timeout: deadlineMs,
      idle_in_transaction_session_timeout: 60_000,
      client_connection_check_interval: 5_000,
    },
  })
  return prepareRepeatedStatements(client)
}

function getSslOption(mode: PostgresOptions['sslMode']) {
  if (mode === undefined || mode === 'disable') return false
  if (mode === 'verify-ca' || mode === 'verify-full') return { rejectUnauthorized: true }
  return mode
}

type PostgresDatabase = ReturnType<typeof drizzle>

/** Opens a store for a migrated database. */
export function openPostgres(client: Sql, log?: Log): Store {
  const database = drizzle(client, { casing: 'snake_case' })
  const db = createQueryHandle<Db>(database)
  const transaction = createTransactions(client, log)

  return {
    db,
    heavy: db,
    write: (work) => transaction(work, false),
    writeBulk: (work) => transaction(work, true),
    snapshot: (work) => readSnapshot(database, work),
    notify: async (channel, payload) => void (await client.notify(channel, payload)),
    listen: async (channel, handler) => {
      const { unlisten } = await client.listen(channel, handler)
      return unlisten
    },
    nextEventId: () => nextEventId(client),
    leaveCheckpoints: () => undefined,
    refreshStatistics: async () => void (await client`analyze`),
    isAlive: async () => (await client`select 1`).length === 1,
    close: () => client.end({ timeout: 5 }),
  }
}

/**
 * Returns a function that runs transactions. `bulk` does not wait for the disk. A power failure may
 * lose the latest slices, which a scan then repeats.
 */
function createTransactions(client: Sql, log: Log | undefined) {
  // The logger is called before each statement is sent, so it can reject statements outside a
  // write.
  const writing = drizzle(client, { casing: 'snake_case', logger: { logQuery: requireWrite } })
  const enqueue = createTaskQueue()
  const endFrozen = () => endFrozenWriter(client, log)
  return <T>(work: (tx: Tx) => Promise<T>, bulk: boolean) =>
    runWrite(() =>
      // At most one connection in the pool waits for the lock, so the others stay free for reads.
      enqueue(async () => {
        const afterCommitCallbacks: (() => void)[] = []
        const result = await writing.transaction(async (inner) => {
          await acquireWriterLock(inner as unknown as PostgresDatabase, { bulk, endFrozen })
          try {
            return await work(
              createTransactionHandle(inner as unknown as PostgresDatabase, afterCommitCallbacks),
            )
          } finally {
            endWrite()
          }
        })
        runAfterCommit(afterCommitCallbacks)
        return result
      }),
    )
}

/** The transaction may pause for long, because its reader waits for disks. */
const readSnapshot = <T>(database: PostgresDatabase, work: (db: Db) => Promise<T>): Promise<T> =>
  database.transaction(
    async (inner) => {
      await inner.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      // The first query decides which moment is read.
      await inner.execute(sql`select 1`)
      return work(createQueryHandle<Db>(inner as unknown as PostgresDatabase))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/**
 * Ends the session that holds the writer lock if its process is frozen. PostgreSQL's timeouts
 * cannot do this, because they do not apply between the messages of a statement.
 */
async function endFrozenWriter(client: Sql, log: Log | undefined) {
  try {
    const ended = await client<{ pid: number }[]>`
      select holder.pid, pg_terminate_backend(holder.pid)
      from pg_locks join pg_stat_activity as holder using (pid)
      where locktype = 'advisory' and granted and objid = ${writerLock}
        and datname = current_database() and wait_event = 'ClientRead'
        and state_change < clock_timestamp() - make_interval(secs => ${frozenMs / 1000})`
    for (const { pid } of ended) log?.warn({ pid }, databaseLogMessages.frozen_session_ended())
  } catch (error) {
    log?.error({ err: error }, databaseLogMessages.end_frozen_failed())
  }
}

async function nextEventId(client: Sql) {
  const [row] = await client<{ id: string }[]>`select nextval('event_ids') as id`
  return Number(row!.id)
}

async function acquireWriterLock(
  database: PostgresDatabase,
  { bulk, endFrozen }: { bulk: boolean; endFrozen: () => Promise<void> },
) {
  const timer = setInterval(() => void endFrozen(), frozenMs)
  try {
    await database.execute(sql`select pg_advisory_xact_lock(${writerLock})`)
  } finally {
    clearInterval(timer)
  }
  if (bulk) await database.execute(sql`set local synchronous_commit = off`)
}

function createQueryHandle<Handle extends Db>(database: PostgresDatabase): Handle {
  const rows = async <Row>(query: SQL) => [...(await database.execute(query))] as Row[]
  return Object.assign(Object.create(database) as Handle, { rows })
}

/**
 * A savepoint has its own handle, because an error on the outer one makes the whole transaction
 * fail.
 */
function createTransactionHandle(
  database: PostgresDatabase,
  afterCommitCallbacks: (() => void)[],
): Tx {
  return Object.assign(createQueryHandle<Tx>(database), {
    afterCommit: (run: () => void) => void afterCommitCallbacks.push(run),
    nest: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      requireWrite()
      return database.transaction((inner) =>
        work(createTransactionHandle(inner as unknown as PostgresDatabase, afterCommitCallbacks)),
      )
    },
  })
}
