/** Database checks of `quire doctor`. They write nothing and start no services. */
import { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Config } from '../../platform/config/model'
import { type MigrationPlan, newerPlanText } from '../../platform/db/migrations/migration-plan'
import { planMigration, getPostgresOptions } from '../../platform/db/open'
import { withClient } from '../../platform/db/backups/postgres-dump'
import { formatMegabytes, getFreeBytes } from '../../platform/db/backups/disk-space'
import { findNewestTool, findTool } from '../../platform/db/backups/postgres-tools'
import { untrustedProxyKey } from '../server/record-proxy'
import { withDeadline } from './deadline'
import { checkShares, type LibraryFolder } from './doctor-folders'
import { checkProxies } from './doctor-network'
import { checkProcesses } from './doctor-processes'
import { checkReplica } from './doctor-replica'
import { checkSharedSecrets } from './doctor-secrets'
import type { Finding } from './doctor-finding'

export async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    return config.database.type === 'sqlite'
      ? await checkSqlite(config, config.database.sqlite.path)
      : await checkPostgres(config)
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'MigrationRefused') return [{ check: 'migrations', state: 'problem', message }]
    const advice =
      config.database.type === 'sqlite'
        ? 'Check that the file is readable, or restore the newest backup ("quire backup list").'
        : 'Check that PostgreSQL is running and that the database.postgres settings are correct.'
    const problem = { check: 'database', state: 'problem' as const, advice }
    return [{ ...problem, message: `The database cannot be used: ${message}` }]
  }
}

async function checkSqlite(config: Config, path: string): Promise<Finding[]> {
  if (!existsSync(path)) {
    await planMigration(config)
    const message = `${path} will be created on first start.`
    return [{ check: 'database', state: 'ok', message }, ...checkProxies(config, undefined)]
  }
  const connection = new Database(path, { readwrite: true, create: false })
  try {
    connection.run('pragma busy_timeout = 5000')
    const [row] = connection.query('pragma quick_check(1)').values()
    if (row?.[0] !== 'ok') throw new Error(`the file is damaged: ${String(row?.[0])}`)
    const sound: Finding = { check: 'database', state: 'ok', message: `${path} is intact.` }
    const plan = await planMigration(config)
    const roots = plan.isNew ? [] : (connection.query(readRoots).all() as LibraryFolder[])
    const facts = plan.isNew ? [] : (connection.query(readFacts).all() as Fact[])
    return [
      sound,
      ...checkRoomForBackup(config),
      describeMigrations(plan),
      ...(await checkStored(config, roots, facts)),
    ]
  } finally {
    connection.close()
  }
}

async function checkPostgres(config: Config): Promise<Finding[]> {
  const { host, port, database } = config.database.postgres
  return withClient(getPostgresOptions(config), async (client) => {
    const [row] = await client<{ now: Date; major: number }[]>`
      select now() as now, current_setting('server_version_num')::int / 10000 as major`
    const message = `PostgreSQL at ${host}:${port} is responding; the database is ${database}.`
    const plan = await planMigration(config)
    const roots = plan.isNew ? [] : await client.unsafe<LibraryFolder[]>(readRoots)
    const facts = plan.isNew ? [] : await client.unsafe<Fact[]>(readFacts)
    return [
      { check: 'database', state: 'ok', message },
      ...(await checkReplica(config, client)),
      ...compareClocks(row!.now),
      ...checkClientPrograms(row!.major),
      describeMigrations(plan),
      ...(!plan.isNew && plan.pending.length === 0 ? await checkProcesses(client) : []),
      ...(await checkStored(config, roots, facts)),
    ]
  })
}

function checkClientPrograms(serverMajor: number): Finding[] {
  const check = 'backups'
  const tools = ['pg_dump', 'pg_restore'] as const
  if (tools.every((tool) => findTool(tool, serverMajor))) {
    const message = `pg_dump and pg_restore are compatible with PostgreSQL ${serverMajor}.`
    return [{ check, state: 'ok', message }]
  }
  const advice = `Install PostgreSQL's client programs, version ${serverMajor} or newer.`
  const found = tools.map((tool) => `${tool} ${findNewestTool(tool)?.major ?? 'not found'}`)
  const message = `PostgreSQL ${serverMajor} needs client programs of the same version or newer, but this machine has: ${found.join(', ')}. Neither backups nor updates that migrate the database are possible.`
  return [{ check, state: 'warning', message, advice }]
}

/**
 * Checks the disk space for the backup that is created before a migration. It is stored in the data
 * folder.
 */
function checkRoomForBackup({ data_dir: folder, database }: Config): Finding[] {
  const check = 'disk space'
  const needed = statSync(database.sqlite.path).size
  const free = getFreeBytes(folder)
  if (free > needed) return []
  const message = `A backup of the database needs ${formatMegabytes(needed)}, but ${formatMegabytes(free)} are free on the disk of ${folder}.`
  const advice = 'Free up disk space: without a backup, the database is not migrated.'
  return [{ check, state: 'warning', message, advice }]
}

const maxClockDifferenceS = 60

function compareClocks(theirs: Date): Finding[] {
  const apart = Math.round(Math.abs(Date.now() - theirs.getTime()) / 1000)
  if (apart <= maxClockDifferenceS) return []
  const message = `The clocks of this machine and of PostgreSQL are ${apart} seconds apart.`
  return [
    { check: 'clock', state: 'warning', message, advice: 'Synchronize both with a time server.' },
  ]
}

function describeMigrations({ isNew, pending, isNewer }: MigrationPlan): Finding {
  const check = 'migrations'
  if (isNew)
    return {
      check,
      state: 'ok',
      message: 'The database is empty; tables will be created on first start.',
    }
  if (isNewer) return { check, state: 'ok', message: newerPlanText }
  if (pending.length === 0) return { check, state: 'ok', message: 'The database is up to date.' }
  const advice =
    'Migrations are applied after a backup, either on the next start or by "quire migrate".'
  return { check, state: 'warning', message: `Pending migrations: ${pending.length}.`, advice }
}

/** A fact about the installation that is stored in the database. */
interface Fact {
  key: string
  value: string
}

/** Plain SQL, because the database may be older or newer than this program's schema. */
const readRoots = `select l.name as library, r.path as path, l.watch as watch
  from library_roots r join libraries l on l.id = r.library_id
  where l.trashed_at is null order by l.name, r.path`

const readFacts = 'select key, value from installation'

/** Checks the folders, secrets and proxies that are recorded in the database. */
async function checkStored(
  config: Config,
  roots: readonly LibraryFolder[],
  facts: readonly Fact[],
): Promise<Finding[]> {
  const known = new Map(facts.map(({ key, value }) => [key, value]))
  return [
    ...(await checkRoots(roots)),
    ...checkShares(roots, config),
    ...(await checkSharedSecrets(config, known)),
    ...checkProxies(config, known.get(untrustedProxyKey)),
  ]
}

async function checkRoots(roots: readonly LibraryFolder[]): Promise<Finding[]> {
  return Promise.all(
    roots.map(({ library, path }) => {
      const check = `library ${library}`
      return withDeadline(check, () => checkRoot(check, path))
    }),
  )
}

async function checkRoot(check: string, path: string): Promise<Finding> {
  try {
    const isEmpty = (await readdir(path)).length === 0
    if (!isEmpty) return { check, state: 'ok', message: `${path} is readable.` }
    const advice = 'Check that the disk is mounted. Scans treat an empty folder as unavailable.'
    return { check, state: 'warning', message: `${path} is empty.`, advice }
  } catch (error) {
    const message = `${path} cannot be read: ${(error as Error).message}`
    const advice = 'Mount the disk, or give the user that runs Quire read permission.'
    return { check, state: 'problem', message, advice }
  }
}
