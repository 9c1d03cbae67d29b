/**
 * Stores native libraries as files in
 * `<directory>/sharp-<platform>-<version>/<package>/lib/<file>`.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isNativeFile, type NativeFile, type NativeFiles, readEmbedded } from './native-files'

const staleAfterMs = 60 * 60 * 1000
const writableByOthers = 0o022

/**
 * Unpacks and verifies the native files and returns the path of the addon. Several processes can do
 * this at the same time.
 */
export function unpackNativeFiles(directory: string, native: NativeFiles): string {
  const name = `sharp-${native.platform}-${native.version}`
  const folder = join(directory, name)
  prepare(directory)
  if (!isIntact(folder, native)) {
    write(directory, folder, native)
    if (!isIntact(folder, native)) throw new Error(`${folder} does not keep written data`)
  }
  removeLeftovers(directory, native.platform, name)
  return join(folder, native.files[0]?.path ?? '')
}

function prepare(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // A mounted volume may have widened the permissions since the last start, so they are reset.
  if (isOurs(directory, 'directory') || process.platform === 'win32') return
  chmodSync(directory, 0o700)
  if (!isOurs(directory, 'directory')) throw new Error(`${directory} belongs to another user`)
}

/** Returns whether the files are unchanged and, except on Windows, writable only by this user. */
function isIntact(folder: string, native: NativeFiles) {
  if (!isOurs(folder, 'directory')) return false
  return native.files.every((file) => isIntactFile(folder, file))
}

function isIntactFile(folder: string, file: NativeFile) {
  const path = join(folder, file.path)
  const parents = [dirname(dirname(path)), dirname(path)]
  if (!parents.every((parent) => isOurs(parent, 'directory'))) return false
  return isOurs(path, 'file', file.size) && isNativeFile(file, path)
}

function isOurs(path: string, kind: 'directory' | 'file', size?: number) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || (kind === 'file' ? !found.isFile() : !found.isDirectory())) return false
  if (size !== undefined && found.size !== size) return false
  if (process.platform === 'win32') return true
  return found.uid === process.geteuid?.() && (found.mode & writableByOthers) === 0
}

function write(directory: string, folder: string, native: NativeFiles) {
  const scratch = join(directory, `.tmp-${process.pid}-${crypto.randomUUID()}`)
  try {
    for (const file of native.files) writeDurably(join(scratch, file.path), readEmbedded(file))
    replace(scratch, folder, native)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function writeDurably(path: string, bytes: Uint8Array) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o700)
  try {
    writeFileSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Moves the folder into place by renaming it. The slower of two processes uses the other's folder
 * if it is intact.
 */
function replace(scratch: string, folder: string, native: NativeFiles) {
  try {
    renameSync(scratch, folder)
  } catch (error) {
    if (isIntact(folder, native)) return
    if (!lstatSync(folder, { throwIfNoEntry: false })) throw error
    renameSync(folder, `${scratch}-damaged`)
    rmSync(`${scratch}-damaged`, { recursive: true, force: true })
    renameSync(scratch, folder)
  }
}

/**
 * Removes leftovers of earlier versions and interrupted starts. An older version that is still
 * running keeps its mapped files.
 */
function removeLeftovers(directory: string, platform: string, current: string) {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const isOlder = name.startsWith(`sharp-${platform}-`) && name !== current
    if (isOlder || (name.startsWith('.tmp-') && isStale(path))) remove(path)
  }
}

function isStale(path: string) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > staleAfterMs
}

/**
 * Leftovers only take up space, so files that cannot be removed because they are in use on Windows
 * are ignored.
 */
function remove(path: string) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    process.emitWarning(`An old image library could not be removed: ${path} (${String(error)})`)
  }
}
