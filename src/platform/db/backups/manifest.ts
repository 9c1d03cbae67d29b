/**
 * The manifest of a backup (version, time, contents and checksums), and helpers for the names,
 * errors and files of backups.
 */
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { version } from '../../../version'
import type { Dialect } from '../dialect'

/** Thrown if a backup cannot be created or used. The message explains why. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** True for disk and permission errors, whose message names the file. */
export const isDiskError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'code' in error &&
  /^(E(ACCES|PERM|ROFS|NOSPC|DQUOT|IO|NOTDIR|EXIST)|SQLITE_(FULL|CANTOPEN|IOERR|READONLY|PERM).*)$/.test(
    String(error.code),
  )

/** Row counts, which are used to verify a backup. */
export interface RowCounts {
  books: number
  series: number
  libraries: number
  users: number
}

export const countedTables = ['books', 'series', 'libraries', 'users'] as const

export interface Manifest {
  format: 1
  /** Version of the program that created the backup. */
  version: string
  createdAt: string
  reason: 'requested' | 'migration' | 'purge'
  database: Dialect
  counts: RowCounts
  /** Paths relative to the backup, written with `/`. */
  files: { path: string; bytes: number; sha256: string }[]
}

export const manifestName = 'manifest.json'
export const getDatabaseFileName = (database: Dialect) =>
  database === 'sqlite' ? 'quire.db' : 'quire.dump'

/** Formats a time as `20260131T120000Z`, which sorts by time and is valid in file names. */
export const formatStamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** Ensures that two backups made within one second have different names. */
export function findFreeName(parent: string, name: string): string {
  const isFree = (candidate: string) =>
    !existsSync(join(parent, candidate)) && !existsSync(join(parent, `${candidate}.part`))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (isFree(candidate)) return candidate
  }
}

/** Call this last, because a folder without a manifest does not count as a backup. */
export async function writeManifest(
  folder: string,
  known: Pick<Manifest, 'reason' | 'database' | 'counts'>,
): Promise<Manifest> {
  const files = []
  for (const path of await listFilesBelow(folder)) {
    const file = join(folder, path)
    files.push({ path, bytes: statSync(file).size, sha256: await computeSha256(file) })
  }
  const createdAt = new Date().toISOString()
  const manifest: Manifest = { format: 1, version, createdAt, ...known, files }
  const file = join(folder, manifestName)
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  syncToDisk(file)
  syncToDisk(folder)
  return manifest
}

async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => path !== manifestName)
    .toSorted()
}

export async function computeSha256(file: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hasher.update(chunk as Buffer)
  }
  return hasher.digest('hex')
}

/** Flushes a file, or the entries of a folder, to disk. */
export function syncToDisk(path: string) {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
