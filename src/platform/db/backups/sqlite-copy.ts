/**
 * Copies or checks a SQLite database that may be in use. Blocks the thread, so call this in a
 * Worker or a command.
 */
import { Database } from 'bun:sqlite'
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { BackupRefused, countedTables, syncToDisk, isDiskError, type RowCounts } from './manifest'

/** `target` exists only once the copy has been checked and flushed to disk. */
export function copySqlite(source: string, target: string): RowCounts {
  const part = `${target}.part`
  rmSync(part, { force: true })
  try {
    const connection = new Database(source, { readonly: true })
    try {
      connection.run('pragma busy_timeout = 15000')
      connection.query('vacuum into ?').run(part)
    } finally {
      connection.close()
    }
    chmodSync(part, 0o600)
    const counts = inspectSqlite(part)
    syncToDisk(part)
    renameSync(part, target)
    syncToDisk(dirname(target))
    return counts
  } catch (error) {
    if (!isDiskError(error)) throw error
    throw new BackupRefused(`${source} could not be copied to ${part}: ${error.message}`)
  } finally {
    rmSync(part, { force: true })
  }
}

/** Throws a `BackupRefused` if the database is damaged or is not a Quire database. */
export function inspectSqlite(path: string): RowCounts {
  const connection = new Database(path, { readonly: true })
  try {
    const [row] = connection.query('pragma integrity_check(1)').values()
    if (row?.[0] !== 'ok') throw new BackupRefused(`${path} is damaged: ${String(row?.[0])}`)
    return countRows(connection, path)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw error
    throw new BackupRefused(`${path} is damaged or not a database: ${message}`)
  } finally {
    connection.close()
  }
}

function countRows(connection: Database, path: string): RowCounts {
  const tables = connection.query(`select name from sqlite_master where type = 'table'`).values()
  const known = new Set(tables.map(([name]) => name))
  const missing = countedTables.filter((name) => !known.has(name))
  if (missing.length > 0) {
    throw new BackupRefused(`${path} is not a Quire database: table ${missing[0]} is missing`)
  }
  const count = (name: string) =>
    Number(connection.query(`select count(*) from ${name}`).values()[0]![0])
  return Object.fromEntries(
    countedTables.map((name) => [name, count(name)]),
  ) as unknown as RowCounts
}
