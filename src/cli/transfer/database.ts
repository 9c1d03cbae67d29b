/** `quire database copy`: copies the database from SQLite to PostgreSQL, or back. */
import type { LoadedConfig } from '../../platform/config/load'
import type { Config } from '../../platform/config/model'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CopyProgress, CopyReport } from '../../platform/db/copy/copy-database'
import type { CommandIo } from '../config'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { loadSettings, reportError } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire database copy --to postgres    copy everything from SQLite to PostgreSQL
       quire database copy --to sqlite      copy everything from PostgreSQL to SQLite

Stop the server first. The settings describe both databases: "database.type" is the one in use,
"database.postgres" and "database.sqlite" say where they are. The new database must be empty. All rows
are compared. The database in use is not changed. Set "database.type" to the new one afterwards.

If the command is interrupted, run it again: it continues.

${configFlagsHelp}`

const options = { ...configFlags, to: { type: 'string' } } as const

type Dialect = Config['database']['type']

export async function runDatabase(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const { to } = values
  if (positionals.join(' ') !== 'copy' || (to !== 'postgres' && to !== 'sqlite')) {
    io.err(`Specify where to copy the database: --to postgres or --to sqlite.\n\n${help}`)
    return exitUsage
  }
  try {
    return await copy(loadSettings(values, io), to, io)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CopyRefused') return reportError(error, io)
    io.err(`${error.message}\n`)
    return exitRefused
  }
}

async function copy(loaded: LoadedConfig, to: Dialect, io: CommandIo): Promise<number> {
  const { config, sources } = loaded
  if (config.database.type === to) {
    io.err(`The database in use is ${to} already (database.type, ${sources['database.type']}).\n`)
    return exitUsage
  }
  const { copyDatabase } = await import('../../platform/db/copy/copy-database')
  const target: Config = { ...config, database: { ...config.database, type: to } }
  const report = await copyDatabase(config, target, printProgress(io))
  io.out(describeResult(report) + describeNextSteps(loaded, to))
  return exitOk
}

const reportEveryMs = 5_000

function printProgress({ out }: CommandIo): CopyProgress {
  let total = 0
  let copied = 0
  let lastMs = performance.now()
  return {
    onStart: (tables, rows, isResumed) => {
      total = rows
      const what = `${formatCount(tables)} tables with ${formatCount(rows)} rows`
      out(isResumed ? `Continuing an unfinished copy: ${what} in all\n` : `Copying ${what}\n`)
    },
    onRows: (table, count) => {
      copied += count
      if (performance.now() - lastMs < reportEveryMs) return
      lastMs = performance.now()
      const share = Math.floor((100 * copied) / Math.max(total, 1))
      out(`${share} %, ${formatCount(copied)} rows, now ${table}\n`)
    },
    onStartOver: (reason) => {
      copied = 0
      out(`${reason}\nThe database has been used since the copy was started. Starting over.\n`)
    },
    onCompare: () => out('Comparing all rows\n'),
  }
}

const formatCount = (count: number) => count.toLocaleString('en-US')

function describeResult({ source, target, tables, rows, changed }: CopyReport): string {
  const values = changed.map(
    ({ name, count, from, to }) =>
      `  ${name}: ${count} ${count === 1 ? 'value' : 'values'}, the first ${from}, now ${to}\n`,
  )
  const rest =
    values.length > 0 ? `Values that the new database cannot store became:\n${values.join('')}` : ''
  return (
    `Copied ${source} to ${target}: ${formatCount(tables)} tables with ${formatCount(rows)} rows, ` +
    `all compared.\n${rest}`
  )
}

function describeNextSteps({ config, sources }: LoadedConfig, to: Dialect): string {
  const source = sources['database.type']
  const place = source === 'default' ? '' : ` (now in ${source})`
  const secret =
    to === 'postgres' && config.auth.jwt_secret === undefined
      ? `Set auth.jwt_secret to the line in ${config.data_dir}/secrets/jwt_secret, so that everyone stays signed in.\n`
      : ''
  return (
    `Next, set database.type to ${to}${place}, and start the server. data_dir stays the same.\n${secret}` +
    `The previous database was not changed. Delete it when everything works.\n`
  )
}
