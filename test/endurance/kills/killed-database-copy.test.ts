/** `quire database copy` that is killed again and again, and then completed. */
import { expect, setDefaultTimeout } from 'bun:test'
import type { TableShape } from '../../../src/platform/db/copy/table-shapes'
import type { Config } from '../../../src/platform/config/model'
import { dialect } from '../../../src/platform/db/dialect'
import { planMigration } from '../../../src/platform/db/open'
import { dumpTable, fillTables, listShapes } from '../../platform/db/copy/generated-rows'
import {
  createDatabases,
  type Databases,
  deleteSqlite,
  useSqlite,
} from '../../platform/db/copy/installations'
import { programCommand } from '../../support/program'
import { createSharedTest } from '../../support/share'

// Both databases take part, whatever the type of the other tests.
const test = createSharedTest(['platform/db', 'cli/transfer']).if(dialect === 'sqlite')

setDefaultTimeout(300_000)

/** More than fit into one batch. */
const manyRows = 30_000

function fill({ sqlite }: Databases, tables: readonly TableShape[]) {
  useSqlite(sqlite, (connection) => {
    fillTables(connection, tables)
    connection.run(
      `insert into people (id, name, name_key, created_at)
        with recursive counted(i) as (select 1 union all select i + 1 from counted where i < ${manyRows})
        select printf('01910000-0000-7000-8000-%012x', i), 'Person ' || i, 'person ' || i, i from counted`,
    )
  })
}

const dumpAll = ({ sqlite }: Databases, tables: readonly TableShape[]) =>
  useSqlite(sqlite, (connection) =>
    Object.fromEntries(tables.map((table) => [table.name, dumpTable(connection, table)])),
  )

function startCopy({ database, data_dir: dataDir, auth }: Config, to: string) {
  const { postgres, sqlite, type } = database
  return Bun.spawn([...programCommand, 'database', 'copy', '--to', to], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_DATABASE__TYPE: type,
      SERVICE_DATABASE__SQLITE__PATH: sqlite.path,
      SERVICE_DATABASE__POSTGRES__HOST: postgres.host,
      SERVICE_DATABASE__POSTGRES__PORT: String(postgres.port),
      SERVICE_DATABASE__POSTGRES__USERNAME: postgres.username,
      SERVICE_DATABASE__POSTGRES__DATABASE: postgres.database,
      SERVICE_DATABASE__POSTGRES__SSL_MODE: 'disable',
      SERVICE_AUTH__JWT_SECRET: auth.jwt_secret!,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** Returns whether it was still copying. Otherwise, the copy must be complete. */
async function killAfterStart(child: ReturnType<typeof startCopy>, delayMs: number) {
  // The first words are printed when the copy begins.
  await child.stdout.getReader().read()
  await Bun.sleep(delayMs)
  child.kill('SIGKILL')
  await child.exited
  if (child.signalCode === 'SIGKILL') return true
  expect([child.exitCode, await child.stderr.text()]).toEqual([0, ''])
  return false
}

/** Kills the copy ever later, until one is complete before. Returns the number of kills. */
async function copyWithKills(from: Config, to: Config): Promise<number> {
  let kills = 0
  for (let delayMs = 0; ; delayMs = delayMs * 1.5 + 100) {
    const child = startCopy(from, to.database.type)
    if (!(await killAfterStart(child, delayMs))) return kills
    kills++
    // A copy that is complete is a database like any other.
    const plan = await planMigration(to).catch((error: Error) => error)
    if (!(plan instanceof Error)) return kills
    expect(plan.message).toContain('is an unfinished copy')
  }
}

test('nothing is lost by a killed copy, in both directions', async () => {
  const tables = await listShapes()
  const databases = await createDatabases()
  const { sqlite, postgres } = databases
  fill(databases, tables)
  const before = dumpAll(databases, tables)

  expect(await copyWithKills(sqlite, postgres)).toBeGreaterThan(1)
  expect((await planMigration(postgres)).pending).toEqual([])
  expect(dumpAll(databases, tables)).toEqual(before)

  deleteSqlite(sqlite)
  expect(await copyWithKills(postgres, sqlite)).toBeGreaterThan(1)
  expect(dumpAll(databases, tables)).toEqual(before)
})
