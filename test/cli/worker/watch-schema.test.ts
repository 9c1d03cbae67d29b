/** A process that watches the schema while a newer version changes the database. */
import { afterEach, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { watchSchema } from '../../../src/cli/server/watch-schema'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { systemClock } from '../../../src/platform/lib/clock'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { startDatabaseProxy } from '../../support/database-proxy'
import { createTestConfig } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function createConfig(url: string) {
  const options = parsePostgresUrl(url)
  return createTestConfig({
    'database.type': 'postgres',
    'database.postgres.host': options.host,
    'database.postgres.port': String(options.port),
    'database.postgres.username': options.username,
    'database.postgres.database': options.database,
  })
}

/** `checkedAt`: URL of the same database for reading the schema. */
function openWatched(url: string, checkedAt = url) {
  const store = openPostgres(connectPostgres(parsePostgresUrl(url)))
  ends.push(() => store.close())
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  const refusals: string[] = []
  const watch = async () => {
    const ctx = { config: createConfig(checkedAt), listen: store.listen, log, clock: systemClock }
    ends.push(await watchSchema(ctx, ({ message }) => void refusals.push(message)))
  }
  return { watch, refusals, warnings }
}

async function addMigration(url: string) {
  const client = connectPostgres(parsePostgresUrl(url))
  await client.unsafe(`insert into schema_migrations (position, tag, hash, applied_at)
    values (9999, '9999_newer', 'x', 'now')`)
  await client.end()
}

const refusal = expect.stringContaining('newer version of Quire')

describe.skipIf(dialect !== 'postgres')('watching the schema', () => {
  test('refuses what was changed since the database was opened', async () => {
    const url = await createMigratedPostgresDatabase()
    const { watch, refusals } = openWatched(url)
    await watch()
    expect(refusals).toEqual([])
    await addMigration(url)
    await watch()
    expect(refusals).toEqual([refusal])
  })

  test('checks again when a check after reconnecting fails', async () => {
    const url = await createMigratedPostgresDatabase()
    const [listening, checked] = [await startDatabaseProxy(url), await startDatabaseProxy(url)]
    ends.push(listening.close, checked.close)
    const { watch, refusals, warnings } = openWatched(listening.url, checked.url)
    await watch()
    await addMigration(url)
    checked.close()
    listening.close()
    await listening.open()
    await waitUntil(() => warnings.length > 0)
    expect(refusals).toEqual([])
    await checked.open()
    await waitUntil(() => refusals.length > 0, 15_000)
    expect(refusals).toEqual([refusal])
    expect(warnings).toHaveLength(1)
  }, 60_000)
})
