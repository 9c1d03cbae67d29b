/**
 * The databases of released versions, in `test/upgrade/VERSION`: `quire.db.gz` for SQLite, a dump of
 * SQL statements for PostgreSQL, and for each what users have in it, as an export.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export const fixtures = import.meta.dir

export const fixtureNames = { sqlite: 'quire.db.gz', postgres: 'quire.sql.gz' } as const
export type Dialect = keyof typeof fixtureNames
export const getExpectedName = (dialect: Dialect) => `expected-${dialect}.json`

export const listVersions = (): string[] =>
  readdirSync(fixtures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Undefined if the version has no fixture for this database. */
export function readFixture(version: string, dialect: Dialect): Buffer | undefined {
  const file = join(fixtures, version, fixtureNames[dialect])
  return existsSync(file) ? gunzipSync(readFileSync(file)) : undefined
}

export type ExportedLines = Record<string, Record<string, unknown>[]>

/** Reads the lines of an export by file. */
export function readExport(folder: string): ExportedLines {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').toSorted()
      return [name, lines.map((line) => JSON.parse(line) as Record<string, unknown>)]
    }),
  )
}

export const readExpected = (version: string, dialect: Dialect): ExportedLines =>
  JSON.parse(
    readFileSync(join(fixtures, version, getExpectedName(dialect)), 'utf8'),
  ) as ExportedLines
