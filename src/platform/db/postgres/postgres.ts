/** The PostgreSQL store. Any number of processes can share one database. */
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import connect, { type Sql } from 'postgres'
import { createTaskQueue } from '../transactions/task-queue'
import { createUserTurns } from '../transactions/user-turns'
import { runAfterCommit, endWrite, runWrite, requireWrite } from '../transactions/write-scope'
import type { Log } from '../../log/log'
import { connectionName } from './connection-name'
import { BulkPauses } from './bulk-pauses'
import { createNamedLocks } from './named-locks'
import { createNotifications } from './notifications'
import { prepareRepeatedStatements } from './repeated-statements'
import { readFromReplica, ReadReplica } from './replica/read-replica'
import { ConnectionSockets, endSilentConnections } from './silent-connections'
import { areUsersWaiting, writerLock } from './writer-lock'
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
  /** Called with the text of each statement and the number of its connection. Used in tests. */
  onStatement?: ((text: string, connection: number) => void) | undefined
}

/** First key of the user locks. The second key is a hash of the user ID. */
const userLocks = 7_361_003
const deadlineMs = 30_000
/**
 * A connection that has not responded for longer than any statement may take is considered lost.
 */
export const longestSilenceMs: number = deadlineMs * 1.5
const connectTimeoutMs = 3_000
/** Maximum delay between reconnection attempts after the database has become unavailable. */
const maxBackoffMs = 500
/**
 * If a process that holds the writer lock sends nothing for this long, it is considered frozen,
 * because a working transaction is never idle for that long.
 */
const frozenMs = 10_000

export function connectPostgres(options: PostgresOptions): Sql {
  const ssl = getSslOption(options.sslMode)
  const sockets = new ConnectionSockets({ asksForTls: ssl !== false })
  const client = connect({
    host: options.host,
    port: options.port,
    username: options.username,
    password: options.password,
    database: options.database,
    ssl,
    // With `prefer`, the default, the connection is unencrypted if the server does not support TLS.
    ...((ssl === false || ssl === 'prefer') && { socket: sockets.open }),
    max: options.maxConnections,
    connect_timeout: connectTimeoutMs / 1_000,
    // By default, the driver waits up to 20 s between attempts, which would delay reconnecting
    // after the database has recovered.
    backoff: (attempts: number) => Math.min(0.01 * 2 ** attempts, maxBackoffMs / 1_000),
    fetch_types: false,
    onnotice: () => undefined,
    ...(options.onStatement && {
      debug: (connection: number, text: string) => options.onStatement?.(text, connection),
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
      // Each statement sees everything that was committed before it, regardless of the database's
      // default isolation level.
      default_transaction_isolation: 'read committed',
    },
  })
  const prepared = prepareRepeatedStatements(client)
  sockets.belongTo(prepared)
  return prepared
}

function getSslOption(mode: PostgresOptions['sslMode']) {
  if (mode === undefined || mode === 'disable') return false
  if (mode === 'verify-ca' || mode === 'verify-full') return { rejectUnauthorized: true }
  return mode
}

type PostgresDatabase = ReturnType<typeof drizzle>

interface Replication {
  /** The client for the replica, in processes that read from it. */
  client: Sql | undefined
}

/**
 * Opens a store for a migrated database. Closes connections that do not respond for `silentMs`,
 * unless the client runs longer statements.
 */
export function openPostgres(
  client: Sql,
  log?: Log,
  silentMs?: number,
  replication?: Replication,
): Store {
  const stopWatching = watchConnections(client, silentMs)
  const database = drizzle(client, { casing: 'snake_case' })
  const db = createQueryHandle<Db>(database)
  const writers = createWriters(client, log, replication !== undefined)
  const replicaClient = replication?.client
  const replica =
    replicaClient &&
    new ReadReplica({ primary: client, replica: replicaClient, write: writers.write, log })
  const stopWatchingReplica = replicaClient && watchConnections(replicaClient, silentMs)
  return {
    db,
    heavy: db,
    replica: replica ? createReplicaHandle(client, replica) : db,
    ...writers,
    snapshot: (work) => readSnapshot(database, work),
    ...createNotifications(client),
    lock: createNamedLocks(client),
    nextEventId: () => nextEventId(client),
    leaveCheckpoints: () => undefined,
    refreshStatistics: async () => void (await client`analyze`),
    isAlive: async () => (await client`select 1`).length === 1,
    close: async () => {
      await replica?.close()
      await client.end({ timeout: 5 })
      stopWatchingReplica?.()
      stopWatching?.()
    },
  }
}

const watchConnections = (client: Sql, silentMs: number | undefined) =>
  silentMs === undefined ? undefined : endSilentConnections(client, silentMs)

function createReplicaHandle(client: Sql, replica: ReadReplica): Db {
  const database = drizzle(client, { casing: 'snake_case' })
  readFromReplica(database, replica)
  return createQueryHandle<Db>(database)
}

type Writers = Pick<Store, 'write' | 'writeForUser' | 'writeBulk'>

function createWriters(client: Sql, log: Log | undefined, isReplicated: boolean): Writers {
  // The logger is called before each statement is sent, so it can reject statements that are not
  // part of a write transaction.
  const writing = drizzle(client, { casing: 'snake_case', logger: { logQuery: requireWrite } })
  // Of the connections in the pool, at most one waits for the exclusive writer lock, and at most
  // half run writes for users, so the remaining connections stay free for reads.
  const enqueue = createTaskQueue()
  const enqueueForUser = createUserTurns(Math.max(1, Math.floor(client.options.max / 2)))
  const pauses = new BulkPauses()
  const pauseAfter =
    <T>(work: (tx: Tx) => Promise<T>) =>
    (tx: Tx) =>
      pauses.run(
        () => work(tx),
        () => areUsersWaiting(tx),
      )
  // If there is a replica, bulk transactions must also wait for the disk, because the replica check
  // assumes that visible changes are on disk (see `replica-questions.ts`).
  const bulkLocks: Locks = { kind: isReplicated ? 'all' : 'bulk' }
  const endFrozen = () => endFrozenWriter(client, log)

  const transaction = async <T>(work: (tx: Tx) => Promise<T>, locks: Locks) => {
    const afterCommitCallbacks: (() => void)[] = []
    const result = await writing.transaction(async (inner) => {
      await acquireLocks(inner as unknown as PostgresDatabase, locks, endFrozen)
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
  }

  return {
    write: (work) => runWrite(() => enqueue(() => transaction(work, { kind: 'all' }))),
    writeForUser: (userId, work) =>
      runWrite(() => enqueueForUser(userId, () => transaction(work, { kind: 'user', userId }))),
    writeBulk: (work) =>
      pauses.write(() => runWrite(() => enqueue(() => transaction(pauseAfter(work), bulkLocks)))),
  }
}

/**
 * The transaction may be idle for a long time, because the code that reads the snapshot may wait
 * for disks.
 */
const readSnapshot = <T>(database: PostgresDatabase, work: (db: Db) => Promise<T>): Promise<T> =>
  database.transaction(
    async (inner) => {
      await inner.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      // The first query determines the snapshot.
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

/**
 * The lock that a transaction takes. `bulk` transactions do not wait for the disk: a power failure
 * may lose the latest slices, which are then repeated by a scan.
 */
type Locks = { kind: 'all' } | { kind: 'bulk' } | { kind: 'user'; userId: string }

async function acquireLocks(
  database: PostgresDatabase,
  locks: Locks,
  endFrozen: () => Promise<void>,
) {
  const timer = setInterval(() => void endFrozen(), frozenMs)
  try {
    await database.execute(
      locks.kind === 'user'
        ? // The lock that all take comes first, because the other order could end in a deadlock.
          sql`select pg_advisory_xact_lock_shared(${writerLock}),
            pg_advisory_xact_lock(${userLocks}, hashtext(${locks.userId}))`
        : sql`select pg_advisory_xact_lock(${writerLock})`,
    )
  } finally {
    clearInterval(timer)
  }
  if (locks.kind === 'bulk') await database.execute(sql`set local synchronous_commit = off`)
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
