/** `quire migrate`: migrates the database without starting the server. */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { Dialect } from '../platform/db/dialect'
import { getOldest, type Migration } from '../platform/db/migrations/migrate'
import { type MigrationPlan, newerPlanText } from '../platform/db/migrations/migration-plan'
import type { CommandIo } from './config'
import { exitOk } from './exit-codes'
import { reportError, loadSettings, openLog } from './server/command'
import { parseCommandArgs } from './arguments'

const help = `Usage: quire migrate [--dry-run]    migrate the database, as the server does on start

      --dry-run          only print pending migrations, and whether servers can keep running
      --no-backup        do not back up the database first
${configFlagsHelp}`

const options = {
  ...configFlags,
  'dry-run': { type: 'boolean' },
  'no-backup': { type: 'boolean' },
} as const

export async function runMigrate(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  try {
    const loaded = loadSettings(values, io)
    const { planMigration } = await import('../platform/db/open')
    const plan = await planMigration(loaded.config)
    io.out(describePlan(plan, loaded.config.database.type))
    if (values['dry-run'] || plan.pending.length === 0) return exitOk
    const log = openLog(loaded)
    const { openAppContext } = await import('./server/app-context')
    const ground = await openAppContext(loaded.config, log, {
      backup: values['no-backup'] !== true,
      creates: true,
    })
    await ground.close()
    await log.close()
    io.out('The database is up to date.\n')
    return exitOk
  } catch (error) {
    return reportError(error, io)
  }
}

function describePlan(
  { isNew, pending, isNewer, olderPrograms }: MigrationPlan,
  type: Dialect,
): string {
  if (isNewer) return `${newerPlanText}\n`
  if (pending.length === 0) return 'The database is up to date.\n'
  const list = (describe: (migration: Migration) => string) =>
    pending.map((migration) => `  ${describe(migration)}\n`).join('')
  if (isNew)
    return `There is no database yet. These migrations create it:\n${list(({ tag }) => tag)}`
  if (type === 'sqlite') return `Pending migrations:\n${list(({ tag }) => tag)}`
  return (
    `Pending migrations:\n${list((migration) => `${migration.tag} (${describeNeed(migration)})`)}` +
    `Older processes that are running and must stop first: ${olderPrograms}\n`
  )
}

/**
 * Describes when a migration can run. After some migrations, older programs can still use the
 * database.
 */
function describeNeed(migration: Migration): string {
  const oldest = getOldest(migration)
  return oldest === migration.tag
    ? 'after all older servers and workers have stopped'
    : `while servers and workers that know ${oldest} are running`
}
