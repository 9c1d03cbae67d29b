/** Puts the ground together for a command: settings, log, database, events, jobs. */
import type { ConfigFlagValues } from '../config/flags'
import { readConfigFlags } from '../config/flags'
import { type Loaded, loadConfig } from '../config/load'
import { ConfigError } from '../config/problem'
import { secretValues } from '../config/redact'
import type { Context } from '../context'
import { createLog, type RootLog } from '../log'
import type { CommandIo } from './config'
import { exitConfig, exitRefused } from './exit-codes'

export interface Ground {
  ctx: Context
  log: RootLog
  /** Closes everything in the right order. */
  close(): Promise<void>
}

/** Settings as every command reads them. Throws `ConfigError`. */
export function loadSettings(values: ConfigFlagValues, { env, cwd }: CommandIo): Loaded {
  const { configFile, flags } = readConfigFlags(values)
  const loaded = loadConfig({ configFile, flags, env, cwd })
  // Before the first table is imported: it decides which database's columns they are made of.
  process.env['QUIRE_DIALECT'] = loaded.config.database.type
  process.env['QUIRE_NATIVE_DIR'] ??= `${loaded.config.data_dir}/native`
  return loaded
}

export function openLog({ config, warnings }: Loaded): RootLog {
  const log = createLog(config.logging, { secrets: secretValues(config) })
  for (const { source, message } of warnings) log.warn(`${source}: ${message}`)
  return log
}

/** Tells a person why a command could not run, and returns its exit code; throws what is a fault. */
export function explain(error: unknown, io: CommandIo): number {
  if (error instanceof ConfigError) {
    io.err(`${error.message}\n`)
    return exitConfig
  }
  if (error instanceof Error && error.name === 'MigrationRefused') {
    io.err(`${error.message}\n`)
    return exitRefused
  }
  throw error
}
