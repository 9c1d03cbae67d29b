/** Inspects folders in a Worker, because access to a sleeping disk can block forever. */
import { accessSync, constants, type Dirent, opendirSync, realpathSync, statSync } from 'node:fs'
import { compareNaturally } from '../../../platform/lib/text/natural-order'

declare const self: Worker

/**
 * `real`: the resolved path. `folder`: the resolved path of a readable folder. `names`: the names
 * of the subfolders. `readable`: whether the folder can be listed.
 */
export interface DiskAnswers {
  real: string
  /** null if the path is not a folder. */
  folder: string | null
  names: FolderListing
  readable: true
}

interface FolderListing {
  names: string[]
  /** Names of links. Not every link leads to a folder. */
  links: string[]
  truncated: boolean
}

export type DiskKind = keyof DiskAnswers
export interface DiskQuestion {
  kind: DiskKind
  path: string
  /** For `names`: only names that contain this text. */
  containing?: string | undefined
}
/** `code`: the system's error code. */
export type DiskAnswer = { found: DiskAnswers[DiskKind] } | { code: string }

const maxEntries = 1000
/** Maximum number of entries read from a folder, because a folder can have millions of files. */
const maxLookedAt = 200_000
const canRead = constants.R_OK | constants.X_OK

self.addEventListener('message', ({ data }: MessageEvent<DiskQuestion>) => {
  self.postMessage(answerQuestion(data))
})

function answerQuestion({ kind, path, containing }: DiskQuestion): DiskAnswer {
  try {
    return { found: readers[kind](path, containing) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    return { code }
  }
}

const readers: { [Kind in DiskKind]: (path: string, containing?: string) => DiskAnswers[Kind] } = {
  real: (path) => realpathSync(path),
  folder: (path) => {
    if (!statSync(path).isDirectory()) return null
    accessSync(path, canRead)
    return realpathSync(path)
  },
  names: listFolders,
  readable: (path) => {
    accessSync(path, canRead)
    return true
  },
}

function listFolders(path: string, containing = ''): FolderListing {
  const found: FolderListing = { names: [], links: [], truncated: false }
  const wanted = foldName(containing)
  const folder = opendirSync(path)
  try {
    let lookedAt = 0
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
      if (++lookedAt > maxLookedAt || found.names.length >= maxEntries) {
        found.truncated = true
        break
      }
      if (!isShown(entry) || !foldName(entry.name).includes(wanted)) continue
      found.names.push(entry.name)
      if (entry.isSymbolicLink()) found.links.push(entry.name)
    }
  } finally {
    folder.closeSync()
  }
  found.names.sort(compareNaturally)
  return found
}

const isShown = (entry: Dirent) =>
  (entry.isDirectory() || entry.isSymbolicLink()) &&
  !entry.name.startsWith('.') &&
  !entry.name.includes('\ufffd')

/** Ignores case and accents. */
const foldName = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
