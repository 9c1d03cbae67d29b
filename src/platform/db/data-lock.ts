/**
 * One server for a data folder. The lock is SQLite's own on a small file: the system gives it back
 * when its process dies, however that happens, and it holds between containers, where process
 * numbers mean nothing.
 */
import { Database } from 'bun:sqlite'
import { chmodSync, existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isDiskTrouble } from './copies/manifest'
import { MigrationRefused } from './migrations/migrate'

const fileName = 'quire.lock'

export interface DataLock {
  release(): void
}

const held = new Map<string, { connection: Database; holders: number }>()

/** Refuses when another process has the folder. Within this process it may be taken again. */
export function takeDataLock(folder: string, purpose: string): DataLock {
  const path = join(folder, fileName)
  const lock = held.get(path) ?? { connection: take(path, purpose), holders: 0 }
  held.set(path, lock)
  lock.holders++
  let isReleased = false
  return {
    release: () => {
      if (isReleased) return
      isReleased = true
      if (--lock.holders > 0) return
      held.delete(path)
      lock.connection.close()
    },
  }
}

/** What the process that has the folder says of itself; undefined when nobody has it. */
export function findHolder(folder: string): string | undefined {
  const path = join(folder, fileName)
  if (held.has(path)) return 'this process'
  if (!existsSync(path)) return undefined
  const connection = new Database(path, { readwrite: true })
  try {
    return begin(connection) ? undefined : describeHolder(connection)
  } finally {
    connection.close()
  }
}

function take(path: string, purpose: string): Database {
  const connection = openLock(path)
  try {
    chmodSync(path, 0o600)
    if (!begin(connection)) throw new MigrationRefused(inUse(describeHolder(connection)))
    connection.run(
      'create table if not exists holder (pid integer, host text, since text, does text)',
    )
    connection.run('delete from holder')
    connection
      .query('insert into holder values (?, ?, ?, ?)')
      .run(process.pid, hostname(), new Date().toISOString(), purpose)
    // Committed, so that others can read who it is; then the lock is taken to be kept.
    connection.run('commit')
    if (!begin(connection)) throw new MigrationRefused(inUse('another process'))
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function openLock(path: string): Database {
  try {
    return new Database(path, { create: true })
  } catch (error) {
    if (!isDiskTrouble(error)) throw error
    throw new MigrationRefused(
      `${path} cannot be opened (${error.message}). Run Quire as the user that the data folder belongs to.`,
    )
  }
}

/** False when another process has the lock. Others can still read. */
function begin(connection: Database): boolean {
  try {
    connection.run('pragma busy_timeout = 250')
    connection.run('begin immediate')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
    throw error
  }
}

function describeHolder(connection: Database): string {
  const known = connection.query(`select 1 from sqlite_master where name = 'holder'`).get()
  const row = known ? connection.query('select * from holder').get() : null
  if (!row) return 'another process'
  const { pid, host, since, does } = row as Record<'pid' | 'host' | 'since' | 'does', string>
  return `process ${pid} on ${host}, which has been "quire ${does}" since ${since}`
}

const inUse = (holder: string) =>
  `The data folder is in use by ${holder}. Stop that first: two at once would destroy each other's work.`
