/** Parts shared by all commands: settings, log and error messages. */
import type { Config } from '../../platform/config/model'
import type { ConfigFlagValues } from '../../platform/config/sources/flags'
import { readConfigFlags } from '../../platform/config/sources/flags'
import { type LoadedConfig, loadConfig } from '../../platform/config/load'
import { ConfigError } from '../../platform/config/config-error'
import { getSecretValues } from '../../platform/config/redact-config'
import { isDiskError } from '../../platform/db/backups/manifest'
import { createLog, type RootLog } from '../../platform/log/log'
import type { CommandIo } from '../config'
import { exitConfig, exitRefused, exitUnavailable } from '../exit-codes'
import { serverLogMessages } from '../messages'

/** Loads settings. Throws `ConfigError`. */
export function loadSettings(values: ConfigFlagValues, { env, cwd }: CommandIo): LoadedConfig {
  const { configFile, flags } = readConfigFlags(values)
  const loaded = loadConfig({ configFile, flags, env, cwd })
  prepareProcess(loaded.config)
  return loaded
}

/** Selects the type of database columns. Call this before importing any table. */
export function prepareProcess({ database, data_dir: folder }: Config) {
  process.env['QUIRE_DIALECT'] = database.type
  process.env['QUIRE_NATIVE_DIR'] ??= `${folder}/native`
}

export function openLog({ config, warnings }: LoadedConfig): RootLog {
  const log = createLog(config.logging, { secrets: getSecretValues(config) })
  for (const { source, message } of warnings) {
    log.warn(serverLogMessages.setting({ source, problem: message }))
  }
  return log
}

/** Logs warnings and errors only, to stderr, for commands with their own output. */
export function openQuietLog({ config }: LoadedConfig, io: CommandIo): RootLog {
  const logging = { ...config.logging, level: 'warn', format: 'pretty', file: undefined } as const
  return createLog(logging, { stdout: { write: io.err }, secrets: getSecretValues(config) })
}

/** Reports an expected error and returns its exit code. Rethrows unexpected errors. */
export function reportError(error: unknown, io: CommandIo): number {
  if (error instanceof ConfigError) {
    io.err(`${error.message}\n`)
    return exitConfig
  }
  if (error instanceof Error && error.name === 'MigrationRefused') {
    io.err(`${error.message}\n`)
    return exitRefused
  }
  const causes = listCauses(error)
  const diskError = causes.find(isDiskError)
  if (diskError) {
    io.err(
      `Quire cannot read or write its files: ${diskError.message} (${diskError.code ?? ''}). ` +
        `Run "quire doctor" to find the reason.\n`,
    )
    return exitUnavailable
  }
  const postgresError = causes.map(describePostgresError).find((words) => words !== undefined)
  if (postgresError) {
    io.err(`The PostgreSQL database cannot be used: ${postgresError}\n`)
    return exitUnavailable
  }
  throw error
}

/** Lists the error and its causes, because the query builder wraps driver errors. */
function listCauses(error: unknown): unknown[] {
  const causes = [error]
  for (let last = error; last instanceof Error && last.cause && causes.length < 5;) {
    last = last.cause
    causes.push(last)
  }
  return causes
}

/** Returns the message of a connection error, or undefined for other errors. */
function describePostgresError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  const isConnection =
    /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED))$/
  // Codes starting with 28 (authentication), 3D (no such database), 57P (starting or stopping), 08
  // (connection), 53 (disk full or too many connections), 42501 (no permission to create tables).
  return isConnection.test(code) || /^(28|3D|57P|08|53|42501)/.test(code)
    ? error.message
    : undefined
}
