/**
 * One server for each data folder. The lock is SQLite's own on a small file: the system releases it
 * when
 * its process dies, and it works between containers, where process ids mean nothing.
 */
import { Database } from 'bun:sqlite'
import { chmodSync, existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isDiskError } from '../backups/manifest'
import { isBusyError } from '../sqlite/sqlite-connection'
import { MigrationRefused } from '../migrations/migrate'

const serverFileName = 'quire.lock'
const workerFileName = 'quire-worker.lock'
const workerTimeoutMs = 20_000

export interface DataLock {
  release(): void
}

const heldLocks = new Map<string, { connection: Database; holders: number }>()

/** Refuses when another process holds the lock. Reentrant within this process. */
export const acquireDataLock = (folder: string, purpose: string): DataLock =>
  acquireLock(join(folder, serverFileName), purpose)

/** Like `acquireDataLock`. Waits until the worker of a server that was killed has ended. */
export async function acquireServerLock(folder: string, purpose: string): Promise<DataLock> {
  const lock = acquireDataLock(folder, purpose)
  try {
    await waitForWorkerEnd(folder)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}

/** For a worker process. Waits until the worker of a server that was killed has ended. */
export async function acquireWorkerLock(folder: string): Promise<DataLock> {
  await waitForWorkerEnd(folder)
  return acquireLock(join(folder, workerFileName), 'worker')
}

/**
 * Waits until no worker process uses the folder. A worker outlives a killed server for some
 * milliseconds, and it may still write.
 */
async function waitForWorkerEnd(folder: string) {
  const path = join(folder, workerFileName)
  const deadline = Date.now() + workerTimeoutMs
  for (;;) {
    const holder = findHolder(path)
    if (holder === undefined) return
    if (Date.now() > deadline) throw new MigrationRefused(describeInUse(holder))
    await Bun.sleep(20)
  }
}

function acquireLock(path: string, purpose: string): DataLock {
  const lock = heldLocks.get(path) ?? { connection: acquire(path, purpose), holders: 0 }
  heldLocks.set(path, lock)
  lock.holders++
  let isReleased = false
  return {
    release: () => {
      if (isReleased) return
      isReleased = true
      if (--lock.holders > 0) return
      heldLocks.delete(path)
      lock.connection.close()
    },
  }
}

/** Describes the process that holds the lock. Returns undefined when the folder is free. */
export const findLockHolder = (folder: string): string | undefined =>
  findHolder(join(folder, serverFileName))

function findHolder(path: string): string | undefined {
  if (heldLocks.has(path)) return 'this process'
  if (!existsSync(path)) return undefined
  const connection = new Database(path, { readwrite: true })
  try {
    return beginImmediate(connection) ? undefined : describeHolder(connection)
  } finally {
    connection.close()
  }
}

function acquire(path: string, purpose: string): Database {
  const connection = openLockFile(path)
  try {
    chmodSync(path, 0o600)
    if (!beginImmediate(connection))
      throw new MigrationRefused(describeInUse(describeHolder(connection)))
    connection.run(
      'create table if not exists holder (pid integer, host text, since text, does text)',
    )
    connection.run('delete from holder')
    connection
      .query('insert into holder values (?, ?, ?, ?)')
      .run(process.pid, hostname(), new Date().toISOString(), purpose)
    // Committed so that others can read the holder; then the lock is taken again and kept.
    connection.run('commit')
    if (!beginImmediate(connection)) throw new MigrationRefused(describeInUse('another process'))
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function openLockFile(path: string): Database {
  try {
    return new Database(path, { create: true })
  } catch (error) {
    if (!isDiskError(error)) throw error
    throw new MigrationRefused(
      `${path} cannot be opened (${error.message}). Run Quire as the owner of the data folder.`,
    )
  }
}

/** Returns false when another process holds the lock. Others can still read. */
function beginImmediate(connection: Database): boolean {
  try {
    connection.run('pragma busy_timeout = 250')
    connection.run('begin immediate')
    return true
  } catch (error) {
    if (isBusyError(error)) return false
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

const describeInUse = (holder: string) =>
  `The data folder is in use by ${holder}. Stop it first: two processes would corrupt each other's data.`
