/** What every command begins and ends with: settings, a log, and words for what went wrong. */
import type { ConfigFlagValues } from '../../platform/config/sources/flags'
import { readConfigFlags } from '../../platform/config/sources/flags'
import { type LoadedConfig, loadConfig } from '../../platform/config/load'
import { ConfigError } from '../../platform/config/problem'
import { getSecretValues } from '../../platform/config/redact'
import { isDiskTrouble } from '../../platform/db/copies/manifest'
import { createLog, type RootLog } from '../../platform/log/log'
import type { CommandIo } from '../config'
import { exitConfig, exitRefused, exitUnavailable } from '../exit-codes'

/** Settings as every command reads them. Throws `ConfigError`. */
export function loadSettings(values: ConfigFlagValues, { env, cwd }: CommandIo): LoadedConfig {
  const { configFile, flags } = readConfigFlags(values)
  const loaded = loadConfig({ configFile, flags, env, cwd })
  // Before the first table is imported: it decides which database's columns they are made of.
  process.env['QUIRE_DIALECT'] = loaded.config.database.type
  process.env['QUIRE_NATIVE_DIR'] ??= `${loaded.config.data_dir}/native`
  return loaded
}

export function openLog({ config, warnings }: LoadedConfig): RootLog {
  const log = createLog(config.logging, { secrets: getSecretValues(config) })
  for (const { source, message } of warnings) log.warn(`${source}: ${message}`)
  return log
}

/** For commands whose output is the point: only what went wrong, and apart from that output. */
export function openQuietLog({ config }: LoadedConfig, io: CommandIo): RootLog {
  const logging = { ...config.logging, level: 'warn', format: 'pretty', file: undefined } as const
  return createLog(logging, { stdout: { write: io.err }, secrets: getSecretValues(config) })
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
  const causes = causesOf(error)
  const diskTrouble = causes.find(isDiskTrouble)
  if (diskTrouble) {
    io.err(
      `Quire cannot read or write its files: ${diskTrouble.message} (${diskTrouble.code ?? ''}). ` +
        `"quire doctor" looks for the reason.\n`,
    )
    return exitUnavailable
  }
  const trouble = causes.map(troubleWithPostgres).find((words) => words !== undefined)
  if (trouble) {
    io.err(`The PostgreSQL database cannot be used: ${trouble}\n`)
    return exitUnavailable
  }
  throw error
}

/** The query builder wraps what the driver throws. */
function causesOf(error: unknown): unknown[] {
  const causes = [error]
  for (let last = error; last instanceof Error && last.cause && causes.length < 5;) {
    last = last.cause
    causes.push(last)
  }
  return causes
}

/** What keeps us from being let in, as opposed to a fault of ours. */
function troubleWithPostgres(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  const isConnection =
    /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED))$/
  // 28: sign-in refused, 3D: no such database, 57P: it is starting or stopping, 08: connection.
  return isConnection.test(code) || /^(28|3D|57P|08)/.test(code) ? error.message : undefined
}
