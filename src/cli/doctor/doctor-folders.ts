/** `quire doctor`: owners and permissions of folders and secrets, and network shares. */
import { accessSync, constants, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { checkFileSystem, type FileSystemCheck } from '../../platform/db/folder/file-system'
import { listNames } from '../../platform/lib/optional-files'
import type { Finding } from './doctor-finding'

/** Paths that Quire creates in the data folder. */
const ownFolders = [
  'archives',
  'backups',
  'cache',
  'exports',
  'plugins',
  'secrets',
  'thumbnails',
  'uploads',
]
const keyFiles = ['secret.key', 'secret.key.next']

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Another check reports a data folder that is missing or cannot be reached.
    return false
  }
}

/**
 * Finds folders that are not writable or belong to another user, for example because Quire was once
 * started by that user.
 */
export function checkOwners({ data_dir: folder, database }: Config): Finding[] {
  if (process.platform === 'win32' || !isFolder(folder)) return []
  const check = 'owners'
  const own = [folder, ...ownFolders.map((name) => join(folder, name))]
  const paths = database.type === 'sqlite' ? [...own, dirname(database.sqlite.path)] : own
  const existing = paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? [{ path, owner: stats.uid }] : []
  })
  const closed = existing.filter(({ path }) => !isWritable(path)).map(({ path }) => path)
  if (closed.length > 0) {
    const message = `These folders are not writable: ${closed.join(', ')}.`
    const advice = 'Make the user that runs Quire their owner (chown -R).'
    return [{ check, state: 'problem', message, advice }]
  }
  const user = process.getuid!()
  const others = existing.filter(({ owner }) => owner !== user)
  if (others.length === 0) {
    return [{ check, state: 'ok', message: 'The folders belong to the user that runs this check.' }]
  }
  const owners = [...new Set(others.map(({ owner }) => owner))].join(', ')
  const message = `This check runs as user ${user}, but ${others[0]!.path} belongs to user ${owners}.`
  const advice =
    'Run Quire and its commands as the owner of the data folder. Files that another user creates there may be unreadable for the server.'
  return [{ check, state: 'warning', message, advice }]
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // The reason does not matter here, because this check is about the owner only.
    return false
  }
}

/** Finds secrets that other users of the machine can read. */
export async function checkSecretFiles({ data_dir: folder }: Config): Promise<Finding[]> {
  if (process.platform === 'win32' || !isFolder(folder)) return []
  const check = 'secrets'
  const secrets = join(folder, 'secrets')
  const inFolder = (await listNames(secrets)).map((name) => join(secrets, name))
  const open = [...keyFiles.map((name) => join(folder, name)), ...inFolder].filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  )
  if (open.length === 0) {
    return [{ check, state: 'ok', message: 'No other user of this machine can read the secrets.' }]
  }
  const message = `Other users of this machine can read secrets: ${open.join(', ')}.`
  return [{ check, state: 'problem', message, advice: 'Run chmod 600 on them.' }]
}

export interface LibraryFolder {
  library: string
  path: string
  watch: string
}

/** Warns about watched folders on network shares, where changes are not reported. */
export function checkShares(
  folders: readonly LibraryFolder[],
  { scan: { poll_minutes: minutes } }: Config,
): Finding[] {
  return folders.flatMap(({ library, path, watch }) => {
    if (watch === 'off') return []
    const disk = findFileSystem(path)
    return disk ? describeShare({ library, path }, disk, minutes) : []
  })
}

function findFileSystem(path: string): FileSystemCheck | undefined {
  try {
    return checkFileSystem(path)
  } catch {
    // Another check reports folders that cannot be read.
    return undefined
  }
}

export function describeShare(
  { library, path }: Pick<LibraryFolder, 'library' | 'path'>,
  disk: FileSystemCheck,
  minutes: number,
): Finding[] {
  if (disk.kind === 'fine') return []
  const message = `${path} is on a ${disk.name} file system, which reports no changes by other machines. Quire looks for changes every ${minutes} minutes.`
  const advice =
    'To find changes sooner, lower scan.poll_minutes or start scans by a script. To find them only by scans, turn off watching for the library.'
  return [{ check: `watching ${library}`, state: 'warning', message, advice }]
}
