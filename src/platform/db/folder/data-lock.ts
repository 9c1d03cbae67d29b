/**
 * Locks that ensure that only one server and one worker process use a data folder, and that only
 * one update runs. A lock is a SQLite lock on a small file. The operating system releases it when
 * the process dies, and it works between containers, where process IDs are meaningless.
 */
import { Database } from 'bun:sqlite'
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isDiskError } from '../backups/manifest'
import { isBusyError } from '../sqlite/sqlite-connection'
import { MigrationRefused } from '../migrations/migrate'

const serverFileName = 'quire.lock'
const workerFileName = 'quire-worker.lock'
const updateFileName = 'update.lock'
const workerTimeoutMs = 20_000

export interface DataLock {
  release(): void
}

const heldLocks = new Map<string, { connection: Database; holders: number }>()

/** Throws if another process holds the lock. Reentrant within this process. */
export const acquireDataLock = (folder: string, purpose: string): DataLock =>
  acquireLock(join(folder, serverFileName), purpose)

/** Like `acquireDataLock`, but waits until the worker of a server that was killed has exited. */
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

/**
 * Locks the folder for a worker process. First waits until the worker of a server that was killed
 * has exited.
 */
export async function acquireWorkerLock(folder: string): Promise<DataLock> {
  await waitForWorkerEnd(folder)
  return acquireLock(join(folder, workerFileName), 'worker')
}

/**
 * Waits until no worker process uses the folder. A worker outlives its killed server by a few
 * milliseconds, during which it may still write.
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

/**
 * Locks the folder of updates. Throws `MigrationRefused` if another update or rollback is running.
 */
export const acquireUpdateLock = (folder: string, purpose: string): DataLock =>
  acquireLock(join(folder, updateFileName), purpose, describeUpdating)

function acquireLock(path: string, purpose: string, describe = describeInUse): DataLock {
  const known = heldLocks.get(path)
  const lock = known ?? { connection: acquire(path, purpose, describe), holders: 0 }
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

/** Describes the process that holds the server's lock. Returns undefined if no process holds it. */
export const findLockHolder = (folder: string): string | undefined =>
  findHolder(join(folder, serverFileName))

function findHolder(path: string): string | undefined {
  if (heldLocks.has(path)) return 'this process'
  if (!existsSync(path)) return undefined
  const connection = new Database(path, { readwrite: true })
  try {
    return beginImmediate(connection) ? undefined : describeHolder(path)
  } finally {
    connection.close()
  }
}

/**
 * The transaction stays open to hold the lock. It writes nothing, because a write would wait for
 * the disk.
 */
function acquire(path: string, purpose: string, describe: typeof describeInUse): Database {
  const connection = openLockFile(path)
  try {
    if (!beginImmediate(connection)) throw new MigrationRefused(describe(describeHolder(path)))
    const holder = {
      pid: process.pid,
      host: hostname(),
      since: new Date().toISOString(),
      purpose,
    } satisfies Holder
    writeOwnFile(getHolderFile(path), JSON.stringify(holder))
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function openLockFile(path: string): Database {
  try {
    // Runs before SQLite opens the file: closing a descriptor releases all locks of this process on
    // the file.
    writeOwnFile(path)
    return new Database(path, { create: true })
  } catch (error) {
    if (!isDiskError(error)) throw error
    throw new MigrationRefused(
      `${path} cannot be opened (${error.message}). Run Quire as the owner of the data folder.`,
    )
  }
}

/**
 * Creates the file if it is missing. Does not follow links: if root runs a command, a link that the
 * server's user created in the data folder could make the command overwrite any file of the system.
 */
function writeOwnFile(path: string, text?: string) {
  // On Windows, O_NOFOLLOW is undefined, which counts as 0.
  const { O_CREAT, O_NOFOLLOW, O_RDWR } = constants
  let descriptor: number
  try {
    descriptor = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error
    throw new MigrationRefused(`${path} is a link. Delete it.`)
  }
  try {
    fchmodSync(descriptor, 0o600)
    if (text === undefined) return
    ftruncateSync(descriptor)
    writeFileSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

/** Returns false if another process holds the lock. */
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

/** The process that holds a lock, as described in a file next to the lock file. */
interface Holder {
  pid: number
  host: string
  /** ISO 8601. */
  since: string
  /** Command, such as `serve`. */
  purpose: string
}

const getHolderFile = (path: string) => `${path}.json`

function describeHolder(path: string): string {
  const holder = readHolder(path)
  if (!holder) return 'another process'
  const { pid, host, since, purpose } = holder
  return `process ${pid} on ${host}, which has been "quire ${purpose}" since ${since}`
}

/** Returns undefined if the file is missing, or if another process is currently writing it. */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(getHolderFile(path), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

const describeInUse = (holder: string) =>
  `The data folder is in use by ${holder}. Stop it first: two processes would corrupt each other's data.`

const describeUpdating = (holder: string) =>
  `An update or rollback is running already: ${holder}. Wait until it has ended, and try again.`
