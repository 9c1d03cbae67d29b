/** Where the file of a book is at this moment. */
import { statSync } from 'node:fs'
import { Refusal } from '../../../errors'
import { startWorker } from '../../../workers'
import { Locator } from './locator'
import { bookMessages } from '../messages'

export interface FilePlace {
  rootPath: string
  relativePath: string
}

export interface FoundFile {
  /** Absolute, without links. */
  path: string
  size: number
  mtimeMs: number
}

/** Disks are a thing of the machine, so there is one for all who ask. */
const locator = new Locator({ start: () => startWorker('locate') })

/** For so long a path leads where it led; what lies there is looked at each time. */
const knownForMs = 5_000
const maxKnownFiles = 1000
const knownFiles = new Map<string, { path: string; isLocal: boolean; until: number }>()

/** The file as it is now. Links that lead out of the library's folder are not followed. */
export async function locateFile({ rootPath, relativePath }: FilePlace): Promise<FoundFile> {
  const name = `${rootPath}\0${relativePath}`
  return (await statKnownFile(name)) ?? locateOnDisk(name, { rootPath, relativePath })
}

/** A disk that answered a moment ago does so again: pages are read one after the other. */
async function statKnownFile(name: string): Promise<FoundFile | undefined> {
  const known = knownFiles.get(name)
  if (!known || known.until < Date.now()) return undefined
  try {
    // Another thread costs a hundred times the look itself, and a file of this machine that is sent is
    // opened and read on this one in any case.
    const found = known.isLocal ? statSync(known.path) : await Bun.file(known.path).stat()
    if (!found.isFile()) return undefined
    return { path: known.path, size: found.size, mtimeMs: found.mtimeMs }
  } catch {
    // Whatever it is, the careful look finds it again and has the words for it.
    return undefined
  }
}

async function locateOnDisk(name: string, place: FilePlace): Promise<FoundFile> {
  const outcome = await locator.ask({
    rootPath: place.rootPath,
    relativePath: place.relativePath,
  })
  knownFiles.delete(name)
  if ('code' in outcome) throw convertFileError(outcome)
  const { path, size, mtimeMs, isLocal } = outcome
  knownFiles.set(name, { path, isLocal, until: Date.now() + knownForMs })
  const [oldest] = knownFiles.keys()
  if (knownFiles.size > maxKnownFiles && oldest) knownFiles.delete(oldest)
  return { path, size, mtimeMs }
}

/** What the machine says of a file, in words for readers. */
export function convertFileError(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (absentCodes.has(code)) {
    return new Refusal('not_found', bookMessages.file_missing())
  }
  if (code === 'asleep') {
    return new Refusal('unavailable', bookMessages.disk_asleep(), {
      retryAfterSeconds: 10,
    })
  }
  if (unreadableCodes.has(code)) {
    return new Refusal('unavailable', bookMessages.file_unreadable())
  }
  return error instanceof Error ? error : new Error(`a file could not be looked at: ${code}`)
}

const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'outside', 'no_file'])
const unreadableCodes = new Set([
  'EACCES',
  'EPERM',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'ETIMEDOUT',
])
