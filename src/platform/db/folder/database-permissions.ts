/**
 * Restricts the database files to their owner, because they contain password hashes, sessions and
 * email addresses.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const ownerOnly = 0o600

/**
 * Creates a new database file for its owner only, and corrects the permissions of files from older
 * versions. SQLite gives its journal files the permissions of the database. On Windows, files
 * inherit their folder's permissions.
 */
export function restrictDatabaseFiles(path: string) {
  if (process.platform === 'win32') return
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownerOnly))
  for (const file of listOpenDatabaseFiles(path)) tryToRestrict(file)
}

/** Lists the database files that other users of the machine can read or change. */
export const listOpenDatabaseFiles = (path: string): string[] =>
  process.platform === 'win32'
    ? []
    : [path, `${path}-wal`, `${path}-shm`].filter((file) => isOpenToOthers(file))

function isOpenToOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & 0o077) !== 0
}

function tryToRestrict(file: string) {
  try {
    chmodSync(file, ownerOnly)
  } catch (error) {
    // The file belongs to another user, or its file system does not support permissions. `quire
    // doctor` reports both.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTSUP' && code !== 'ENOENT') throw error
  }
}
