/**
 * Opens the store, the event bus and the job engine for commands, workers and the server. Import it
 * only after `loadSettings`.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../platform/config/model'
import { ConfigError } from '../../platform/config/config-error'
import type { Context } from '../../context'
import {
  acquireServerLock,
  acquireWorkerLock,
  type DataLock,
} from '../../platform/db/folder/data-lock'
import { checkFileSystem } from '../../platform/db/folder/file-system'
import { recordVersion } from '../../platform/db/folder/verify-data-folder'
import { type OpenOptions, openStore, planMigration } from '../../platform/db/open'
import { createNoDatabaseError, explainDamage } from '../../platform/db/refusals'
import { removeLeftovers } from '../../platform/db/backups/leftovers'
import type { Store } from '../../platform/db/store'
import { Bus } from '../../platform/events/bus'
import { type EventTransport, overPipe, overStore } from '../../platform/events/transport'
import { systemClock } from '../../platform/lib/clock'
import { JobEngine } from '../../platform/jobs/job-engine'
import type { Queue } from '../../platform/jobs/queue-types'
import type { ServerPipe } from '../../platform/jobs/worker/worker-messages'
import { WorkerSupervisor } from '../../platform/jobs/worker/worker-supervisor'
import type { Log, RootLog } from '../../platform/log/log'
import { ensureJwtSecret } from '../../accounts/sessions/tokens/jwt-secret'
import { version } from '../../version'
import { serverLogMessages } from '../messages'
import { verifyProcess } from './verify-process'

interface BaseContext {
  readonly ctx: Context
  close(): Promise<void>
}

/** The context of commands and workers, which run jobs in their own process. */
export interface AppContext extends BaseContext {
  readonly engine: JobEngine
}

/** The context of a server, which runs jobs in worker processes. */
export interface ServerContext extends BaseContext {
  readonly jobs: WorkerSupervisor
}

export interface AppContextOptions {
  /** Whether to back up the database before migrating it. */
  backup?: boolean
  /**
   * Whether to create the database if it does not exist. Defaults to false, because only a few
   * commands may create one.
   */
  creates?: boolean
  /**
   * True for a command that runs jobs. On SQLite, no server may use the data folder at the same
   * time.
   */
  runsJobs?: boolean
  /** True for a worker that runs beside servers and other workers. */
  joinsOthers?: boolean
  /** Name of the command, shown to other processes that find the folder locked. */
  purpose?: string
  /** The connection to the server, set only in worker processes. */
  pipe?: ServerPipe
  /** Jobs that were running when a worker process crashed. They run first, one at a time. */
  suspects?: readonly string[]
}

/** Opens the configured services; throws `ConfigError` or `MigrationRefused`. */
export async function openAppContext(
  settings: Config,
  log: Log,
  options: AppContextOptions = {},
): Promise<AppContext> {
  const { backup = true, creates = false, runsJobs = false, joinsOthers = false } = options
  const { purpose = 'serve', pipe, suspects = [] } = options
  const isSqlite = settings.database.type === 'sqlite'
  if (!creates) await requireSqliteDatabase(settings)
  checkFolders(settings, log, { creates })
  const lock = await acquireLock(settings, { isServer: runsJobs, isWorker: !!pipe, purpose })
  return releaseOnError(lock, async () => {
    const opened = await openDatabase(settings, log, {
      backup,
      creates,
      isWorker: pipe !== undefined,
      joinsOthers,
    })
    const { store, config } = opened
    if (pipe && isSqlite) relayNotifications(store, pipe)
    const engine = new JobEngine(store, log, {
      slots: config.jobs.workers,
      kinds: config.jobs.kinds,
      alone: isSqlite && (runsJobs || pipe !== undefined),
      suspects,
    })
    const transport = pipe && isSqlite ? overPipe(pipe.send) : overStore(store)
    const base = await openBus(opened, log, { transport, queue: engine })
    return { ...base, engine }
  })
}

/** Opens the services of a server; throws `ConfigError` or `MigrationRefused`. */
export async function openServerContext(
  settings: Config,
  log: RootLog,
  { backup }: { backup: boolean },
): Promise<ServerContext> {
  checkFolders(settings, log, { creates: true })
  const lock = await acquireLock(settings, { isServer: true, isWorker: false, purpose: 'serve' })
  return releaseOnError(lock, async () => {
    await removeLeftovers(settings)
    const opened = await openDatabase(settings, log, {
      backup,
      usesReplica: true,
      joinsOthers: true,
    })
    const { store, config } = opened
    const jobs = new WorkerSupervisor(store, log, {
      config,
      isEnabled: config.jobs.worker,
      isAlone: config.database.type === 'sqlite',
      forwardEvent: (event) => base.ctx.bus.forward(event),
      writeLine: (line) => log.writeLine(line),
    })
    const base = await openBus(opened, log, { transport: overStore(store), queue: jobs })
    return { ...base, jobs }
  })
}

interface LockOptions {
  isServer: boolean
  isWorker: boolean
  purpose: string
}

/**
 * On SQLite, locks the data folder for a server, a worker or a command that runs jobs. PostgreSQL
 * can be used by any number of processes.
 */
async function acquireLock(
  { database, data_dir: folder }: Config,
  { isServer, isWorker, purpose }: LockOptions,
): Promise<DataLock | undefined> {
  if (database.type !== 'sqlite') return undefined
  if (isWorker) return acquireWorkerLock(folder)
  return isServer ? acquireServerLock(folder, purpose) : undefined
}

async function releaseOnError<Opened extends BaseContext>(
  lock: DataLock | undefined,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    const opened = await open()
    const close = async () => {
      await opened.close()
      lock?.release()
    }
    return { ...opened, close }
  } catch (error) {
    lock?.release()
    throw error
  }
}

interface OpenedDatabase {
  store: Store
  config: Config
}

async function openDatabase(
  settings: Config,
  log: Log,
  options: OpenOptions & { joinsOthers: boolean },
): Promise<OpenedDatabase> {
  const jwtSecret = ensureJwtSecret(settings)
  const config: Config = { ...settings, auth: { ...settings.auth, jwt_secret: jwtSecret } }
  const store = await openStore(config, log, options)
  try {
    createFolder(config.data_dir)
    await verifyProcess(store, config, { log, joinsOthers: options.joinsOthers })
    await recordVersion(store, version)
    return { store, config }
  } catch (error) {
    await store.close()
    throw explainDamage(error, { path: config.database.sqlite.path, dataDir: config.data_dir })
  }
}

async function openBus(
  { store, config }: OpenedDatabase,
  log: Log,
  { transport, queue }: { transport: EventTransport; queue: Queue & { stop(): Promise<void> } },
): Promise<BaseContext> {
  try {
    const bus = new Bus(transport, log)
    await bus.open()
    const ctx: Context = { ...store, config, log, bus, queue, clock: systemClock }
    const close = async () => {
      await queue.stop()
      await bus.close()
      await store.close()
    }
    return { ctx, close }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Relays notifications that the server sends over the pipe, because SQLite has no notifications
 * between processes.
 */
function relayNotifications(store: Store, { receive }: ServerPipe) {
  receive((message) => {
    if (message.type === 'notification') void store.notify(message.channel, message.payload)
  })
}

/**
 * Throws if the SQLite database is missing, before anything is created. On PostgreSQL, `openStore`
 * checks this.
 */
async function requireSqliteDatabase(config: Config) {
  const { type, sqlite } = config.database
  if (type !== 'sqlite') return
  if ((await planMigration(config)).isNew) throw createNoDatabaseError(sqlite.path)
}

function checkFolders(settings: Config, log: Log, { creates }: { creates: boolean }) {
  if (creates) createFolder(settings.data_dir)
  checkDatabaseDisk(settings, log)
}

function createFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 })
  } catch (error) {
    const message = `the folder ${folder} cannot be created: ${(error as Error).message}`
    throw new ConfigError([{ source: 'data_dir', message }])
  }
}

function checkDatabaseDisk({ database }: Config, log: Log) {
  if (database.type !== 'sqlite') return
  const folder = dirname(database.sqlite.path)
  createFolder(folder)
  const verdict = checkFileSystem(folder)
  if (verdict.kind === 'fine') return
  const where = `${folder} is on a ${verdict.name} file system`
  if (verdict.kind === 'fuse') {
    log.warn(serverLogMessages.network_disk({ folder, fileSystem: verdict.name }))
    return
  }
  if (database.sqlite.allow_network_filesystem) return
  const message =
    `${where}, which corrupts SQLite databases. Put data_dir on a local disk, use ` +
    `PostgreSQL, or set database.sqlite.allow_network_filesystem to true to override.`
  throw new ConfigError([{ source: 'database.sqlite.path', message }])
}
