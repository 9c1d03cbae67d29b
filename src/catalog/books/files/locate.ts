/** Locates a book's file on disk. */
import { type Stats, statSync } from 'node:fs'
import { Refusal } from '../../../errors'
import { andThen, type NowOrLater } from '../../../platform/lib/async/now-or-later'
import type { Db } from '../../../platform/db/store'
import { startWorker } from '../../../workers'
import { isLinkTarget } from '../../libraries/link-targets'
import { Locator } from './locator'
import { bookMessages } from '../messages'

export interface FilePlace {
  rootId: string
  rootPath: string
  relativePath: string
  /** Whether the library allows links that point outside the root. */
  followLinks: boolean
}

export interface FoundFile {
  /** Absolute, with links resolved. */
  path: string
  size: number
  mtimeMs: number
}

/** Shared by the whole process, because all requests use the same disks. */
const locator = new Locator({ start: () => startWorker('locate') })

/** Time for which a resolved path is cached. The file itself is checked each time. */
const knownForMs = 5_000
const maxKnownFiles = 1000
const knownFiles = new Map<string, { path: string; isLocal: boolean; until: number }>()

/**
 * Locates the current file. Links that point outside the root are followed only if the library
 * allows it, and only to the targets recorded by the last scan, so that users who can write to the
 * library cannot expose other files.
 */
export function locateFile(db: Db, place: FilePlace): NowOrLater<FoundFile> {
  const { rootPath, relativePath, followLinks } = place
  const name = `${rootPath}\0${relativePath}\0${followLinks}`
  return andThen(statKnownFile(name), (found) => found ?? locateOnDisk(db, name, place))
}

/** Checks a recently located file directly, because pages are usually read one after another. */
function statKnownFile(name: string): NowOrLater<FoundFile | undefined> {
  const known = knownFiles.get(name)
  if (!known || known.until < Date.now()) return undefined
  return known.isLocal ? statLocalFile(known.path) : statRemoteFile(known.path)
}

/**
 * Runs on this thread, because a lookup in the Worker would take a hundred times as long as the
 * check itself, and the file is opened on this thread anyway when it is sent.
 */
function statLocalFile(path: string): FoundFile | undefined {
  try {
    return describeFile(path, statSync(path))
  } catch {
    // `locateOnDisk` will find the same error and report it.
    return undefined
  }
}

async function statRemoteFile(path: string): Promise<FoundFile | undefined> {
  try {
    return describeFile(path, await Bun.file(path).stat())
  } catch {
    // `locateOnDisk` will find the same error and report it.
    return undefined
  }
}

const describeFile = (path: string, found: Stats): FoundFile | undefined =>
  found.isFile() ? { path, size: found.size, mtimeMs: found.mtimeMs } : undefined

async function locateOnDisk(db: Db, name: string, place: FilePlace): Promise<FoundFile> {
  const outcome = await locator.ask({
    rootPath: place.rootPath,
    relativePath: place.relativePath,
    followLinks: place.followLinks,
  })
  knownFiles.delete(name)
  if ('code' in outcome) throw convertFileError(outcome)
  const { path, size, mtimeMs, isInside, isLocal } = outcome
  if (!isInside && !(await isLinkTarget(db, place.rootId, path))) {
    throw convertFileError({ code: 'outside' })
  }
  knownFiles.set(name, { path, isLocal, until: Date.now() + knownForMs })
  const [oldest] = knownFiles.keys()
  if (knownFiles.size > maxKnownFiles && oldest) knownFiles.delete(oldest)
  return { path, size, mtimeMs }
}

/**
 * Reads the first byte, so that a broken disk causes an error rather than a truncated response.
 * Throws user-facing messages.
 */
export async function requireReadable<File extends Blob>(file: File): Promise<File> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return file
  } catch (error) {
    throw convertFileError(error)
  }
}

/** Converts file system errors to user-facing messages. */
export function convertFileError(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (absentCodes.has(code)) {
    return new Refusal('not_found', bookMessages.file_missing())
  }
  if (code === 'outside') return new Refusal('not_found', bookMessages.file_behind_link())
  if (code === 'asleep') {
    return new Refusal('unavailable', bookMessages.disk_asleep(), {
      retryAfterSeconds: 10,
    })
  }
  if (unreadableCodes.has(code)) {
    return new Refusal('unavailable', bookMessages.file_unreadable())
  }
  return error instanceof Error ? error : new Error(`failed to locate file: ${code}`)
}

const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'no_file'])
const unreadableCodes = new Set([
  'EACCES',
  'EPERM',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'ETIMEDOUT',
])
