/**
 * Upgrades the database of every released version to this one, in one step. If this fails for the
 * version in package.json and that is not released yet, write its fixture again:
 * `npm run release:fixture`.
 */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { exportReading } from '../../src/admin/transfer/export-reading'
import { books } from '../../src/catalog/books/schema'
import { series } from '../../src/catalog/series/schema'
import { loadConfig } from '../../src/platform/config/load'
import { dialect } from '../../src/platform/db/dialect'
import { openStore, planMigration } from '../../src/platform/db/open'
import { connectPostgres } from '../../src/platform/db/postgres/postgres'
import { systemClock } from '../../src/platform/lib/clock'
import { release } from '../../src/version'
import { createPostgresDatabase, parsePostgresUrl } from '../support/database'
import { type ExportedLines, listVersions, readExpected, readExport, readFixture } from './fixture'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Restores the database of a version, and returns the settings for it. */
async function restore(version: string) {
  const place = join(folder, version)
  const data = join(place, 'data')
  mkdirSync(data, { recursive: true })
  const fixture = readFixture(version, dialect)!
  const flags: Record<string, string> = { data_dir: data, 'database.type': dialect }
  if (dialect === 'sqlite') writeFileSync(join(data, 'quire.db'), fixture)
  else Object.assign(flags, await restorePostgres(fixture.toString()))
  return loadConfig({ flags, env: {}, cwd: place, systemFile: join(place, 'none') }).config
}

async function restorePostgres(statements: string): Promise<Record<string, string>> {
  const options = parsePostgresUrl(await createPostgresDatabase())
  const client = connectPostgres(options)
  await client.unsafe(statements)
  await client.end()
  const { host, port, username, password, database } = options
  return {
    'database.postgres.host': host,
    'database.postgres.port': String(port),
    'database.postgres.username': username,
    'database.postgres.password': password,
    'database.postgres.database': database,
    'database.postgres.ssl_mode': 'disable',
    'auth.jwt_secret': 'a secret for tests that is long enough to be one',
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : 1)

/** Without files and members that newer versions added, and in an order that they do not change. */
function pickKnown(lines: ExportedLines, expected: ExportedLines): ExportedLines {
  const known = Object.entries(expected).map(([name, rows]) => {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
    const pick = (row: Record<string, unknown>) =>
      Object.fromEntries(names.filter((one) => one in row).map((one) => [one, row[one]]))
    const picked = (lines[name] ?? []).map(pick)
    return [
      name,
      picked.toSorted((one, other) => compare(JSON.stringify(one), JSON.stringify(other))),
    ]
  })
  return Object.fromEntries(known) as ExportedLines
}

test.each(listVersions().map((version) => ({ version })))(
  'the database of $version is upgraded, with everything that users have made',
  async ({ version }) => {
    const config = await restore(version)
    const { isNew } = await planMigration(config)
    expect(isNew).toBe(false)
    const store = await openStore(config, pino({ level: 'silent' }), { backup: false })
    try {
      const { pending } = await planMigration(config)
      expect(pending).toEqual([])
      expect(await store.db.$count(books)).toBe(6)
      expect(await store.db.$count(series)).toBe(2)
      const target = join(folder, version, 'export')
      await exportReading({ heavy: store.heavy, clock: systemClock }, { folder: target, names: [] })
      const expected = readExpected(version, dialect)
      expect(Object.keys(expected).length).toBeGreaterThan(10)
      expect(pickKnown(readExport(target), expected)).toEqual(pickKnown(expected, expected))
    } finally {
      await store.close()
    }
  },
)

test('the next release has a fixture on both databases', () => {
  expect(listVersions()).toContain(release)
  for (const version of listVersions()) {
    expect([version, readFixture(version, 'sqlite') !== undefined]).toEqual([version, true])
    expect([version, readFixture(version, 'postgres') !== undefined]).toEqual([version, true])
  }
})
