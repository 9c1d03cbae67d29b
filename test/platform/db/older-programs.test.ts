/** Which connections to PostgreSQL are of programs that must stop before a migration. */
import { describe, expect, test } from 'bun:test'
import { dialect } from '../../../src/platform/db/dialect'
import { countOlderPrograms } from '../../../src/platform/db/postgres/older-programs'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { createMigratedPostgresDatabase, parsePostgresUrl } from '../../support/database'

describe.skipIf(dialect !== 'postgres')('of the connections to a database', () => {
  test.each([
    ['of before the names had a number', 'quire 01234567', 1],
    ['of a program that knows less', 'quire 01234567 schema 2', 1],
    ['of a program that knows enough', 'quire 01234567 schema 3', 0],
    ['of another program', 'quire database exporter', 0],
    ['with a number that is too large', 'quire 01234567 schema 99999999999', 0],
  ])('one %s is counted if its program is older', async (_, name, expected) => {
    const options = {
      ...parsePostgresUrl(await createMigratedPostgresDatabase()),
      maxConnections: 1,
    }
    const [client, other] = [connectPostgres(options), connectPostgres(options)]
    await other.unsafe(`set application_name = '${name}'`)
    expect(await countOlderPrograms(client, 3)).toBe(expected)
    await Promise.all([client.end(), other.end()])
  })
})
