/** A process whose database was changed before it watched the schema. */
import { describe, expect, test } from 'bun:test'
import pino from 'pino'
import { watchSchema } from '../../../src/cli/server/watch-schema'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { createTestConfig } from '../../support/server'

describe.skipIf(dialect !== 'postgres')('watching the schema', () => {
  test('refuses what was changed since the database was opened', async () => {
    const options = parsePostgresUrl(await createMigratedPostgresDatabase())
    const config = createTestConfig({
      'database.type': 'postgres',
      'database.postgres.host': options.host,
      'database.postgres.port': String(options.port),
      'database.postgres.username': options.username,
      'database.postgres.database': options.database,
    })
    const client = connectPostgres(options)
    const store = openPostgres(client)
    const log = pino({ level: 'silent' })
    const refusals: string[] = []
    const watch = () =>
      watchSchema(
        { config, listen: store.listen, log },
        ({ message }) => void refusals.push(message),
      )
    await watch()
    expect(refusals).toEqual([])
    await client.unsafe(`insert into schema_migrations (position, tag, hash, applied_at)
      values (9999, '9999_newer', 'x', 'now')`)
    await watch()
    expect(refusals).toEqual([expect.stringContaining('newer version of Quire')])
    await store.close()
  })
})
