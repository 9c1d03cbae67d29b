/** Opens store, bus and job engine for commands. Import it only after `loadSettings`. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../platform/config/model'
import { ConfigError } from '../../platform/config/problem'
import type { Context } from '../../context'
import { acquireDataLock } from '../../platform/db/folder/data-lock'
import { checkFileSystem } from '../../platform/db/folder/file-system'
import { verifyDataFolder, recordVersion } from '../../platform/db/folder/instance'
import { openStore } from '../../platform/db/open'
import { Bus } from '../../platform/events/bus'
import { JobEngine } from '../../platform/jobs/engine'
import type { Log } from '../../platform/log/log'
import { ensureJwtSecret } from '../../accounts/sessions/jwt-secret'
import { version } from '../../version'

export interface AppContext {
  readonly ctx: Context
  readonly engine: JobEngine
  close(): Promise<void>
}

export interface AppContextOptions {
  /** Back up the database before migrating it. */
  backup?: boolean
  /**
   * True for a server. With SQLite only one server may use a data folder; commands may run beside
   * it.
   */
  serves?: boolean
  /** The command to name when another process finds the folder locked. */
  purpose?: string
}

/** Opens the configured services; throws `ConfigError` or `MigrationRefused`. */
export async function openAppContext(
  settings: Config,
  log: Log,
  { backup = true, serves = false, purpose = 'serve' }: AppContextOptions = {},
): Promise<AppContext> {
  createFolder(settings.data_dir)
  checkDatabaseDisk(settings, log)
  const isExclusive = serves && settings.database.type === 'sqlite'
  const lock = isExclusive ? acquireDataLock(settings.data_dir, purpose) : undefined
  try {
    const ground = await openStoreAndBus(settings, log, { backup, isExclusive })
    const close = async () => {
      await ground.close()
      lock?.release()
    }
    return { ...ground, close }
  } catch (error) {
    lock?.release()
    throw error
  }
}

interface OpenOptions {
  backup: boolean
  isExclusive: boolean
}

async function openStoreAndBus(
  settings: Config,
  log: Log,
  options: OpenOptions,
): Promise<AppContext> {
  const jwtSecret = ensureJwtSecret(settings)
  const config: Config = { ...settings, auth: { ...settings.auth, jwt_secret: jwtSecret } }
  const store = await openStore(config, log, options)
  try {
    await verifyDataFolder(store, config.data_dir, log)
    await recordVersion(store, version)
    const bus = new Bus(store, log)
    await bus.open()
    const engine = new JobEngine(store, log, {
      slots: config.jobs.workers,
      alone: options.isExclusive,
    })
    const ctx: Context = { ...store, config, log, bus, queue: engine, now: () => new Date() }
    const close = async () => {
      await engine.stop()
      await bus.close()
      await store.close()
    }
    return { ctx, engine, close }
  } catch (error) {
    await store.close()
    throw error
  }
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
    log.warn(`${where}. On a network share the database can be corrupted.`)
    return
  }
  if (database.sqlite.allow_network_filesystem) return
  const message =
    `${where}, which corrupts SQLite databases. Put data_dir on a local disk, use ` +
    `PostgreSQL, or set database.sqlite.allow_network_filesystem to true to override.`
  throw new ConfigError([{ source: 'database.sqlite.path', message }])
}
