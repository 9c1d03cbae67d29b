/** The ground that commands with a database stand on. Import it only after `loadSettings`. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../platform/config/model'
import { ConfigError } from '../../platform/config/problem'
import type { Context } from '../../context'
import { takeDataLock } from '../../platform/db/data-lock'
import { judgeFolder } from '../../platform/db/file-system'
import { claimFolder, recordVersion } from '../../platform/db/instance'
import { openStore } from '../../platform/db/open'
import { Bus } from '../../platform/events/bus'
import { JobEngine } from '../../platform/jobs/engine'
import type { Log } from '../../platform/log/log'
import { ensureJwtSecret } from '../../accounts/sessions/jwt-secret'
import { version } from '../../version'

export interface Ground {
  readonly ctx: Context
  readonly engine: JobEngine
  close(): Promise<void>
}

export interface GroundOptions {
  /** Save the database before it is brought up to date. */
  backup?: boolean
  /** A server: over SQLite there is one for a data folder, while commands may run beside it. */
  serves?: boolean
  /** The command that has the data folder then, for who finds it taken. */
  purpose?: string
}

/** Opens what is configured; throws `ConfigError` or `MigrationRefused` with words for a person. */
export async function openGround(
  settings: Config,
  log: Log,
  { backup = true, serves = false, purpose = 'serve' }: GroundOptions = {},
): Promise<Ground> {
  makeFolder(settings.data_dir)
  refuseNetworkDisk(settings, log)
  const isAlone = serves && settings.database.type === 'sqlite'
  const lock = isAlone ? takeDataLock(settings.data_dir, purpose) : undefined
  try {
    const ground = await open(settings, log, { backup, isAlone })
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
  isAlone: boolean
}

async function open(settings: Config, log: Log, options: OpenOptions): Promise<Ground> {
  const jwtSecret = ensureJwtSecret(settings)
  const config: Config = { ...settings, auth: { ...settings.auth, jwt_secret: jwtSecret } }
  const store = await openStore(config, log, options)
  try {
    await claimFolder(store, config.data_dir, log)
    await recordVersion(store, version)
    const bus = new Bus(store, log)
    await bus.open()
    const engine = new JobEngine(store, log, { slots: config.jobs.workers, alone: options.isAlone })
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

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 })
  } catch (error) {
    const message = `the folder ${folder} cannot be made: ${(error as Error).message}`
    throw new ConfigError([{ source: 'data_dir', message }])
  }
}

function refuseNetworkDisk({ database }: Config, log: Log) {
  if (database.type !== 'sqlite') return
  const folder = dirname(database.sqlite.path)
  makeFolder(folder)
  const verdict = judgeFolder(folder)
  if (verdict.kind === 'fine') return
  const where = `${folder} lies on a ${verdict.name} file system`
  if (verdict.kind === 'fuse') {
    log.warn(`${where}. If that is a network share, the database can be damaged there.`)
    return
  }
  if (database.sqlite.allow_network_filesystem) return
  const message =
    `${where}, where SQLite databases are damaged sooner or later. Put data_dir on a local disk, use ` +
    `PostgreSQL, or set database.sqlite.allow_network_filesystem to true if you know better.`
  throw new ConfigError([{ source: 'database.sqlite.path', message }])
}
