/** Writes small SQLite databases as other programs do. */
import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Row = Record<string, string | number | null | Uint8Array>

/** Creates a table with all columns that its rows name. */
export function addTable(db: Database, name: string, rows: readonly Row[], columns: string[] = []) {
  const names = [...new Set([...columns, ...rows.flatMap((row) => Object.keys(row))])]
  db.run(`create table "${name}" (${names.map((one) => `"${one}"`).join(', ')})`)
  for (const row of rows) {
    const keys = Object.keys(row)
    db.query(
      `insert into "${name}" (${keys.map((key) => `"${key}"`).join(', ')}) values (${keys.map(() => '?').join(', ')})`,
    ).run(...Object.values(row))
  }
}

/**
 * Creates a database file.
 *
 * @param keepsLog everything stays in the log beside it, as while a server is running
 */
export function writeDatabase(path: string, fill: (db: Database) => void, keepsLog = false) {
  mkdirSync(dirname(path), { recursive: true })
  for (const tail of ['', '-wal', '-shm']) rmSync(path + tail, { force: true })
  const db = new Database(path, { create: true })
  db.run('pragma synchronous = off')
  if (keepsLog) {
    db.run('pragma journal_mode = wal')
    db.run('pragma wal_autocheckpoint = 0')
  }
  fill(db)
  const copies = keepsLog
    ? [path, `${path}-wal`].map((file) => [file, readFileSync(file)] as const)
    : []
  db.close()
  for (const [file, bytes] of copies) writeFileSync(file, bytes)
}
