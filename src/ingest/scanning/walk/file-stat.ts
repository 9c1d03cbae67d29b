/** Reads the state of files and folders. Synchronous, for Workers. */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { isComicInfo, isPageName } from '../../../media/archives/page-names'

/** Reasons why a root cannot be read. */
export type RootProblem = 'absent' | 'not_a_folder' | 'unreadable' | 'asleep'

export function statRoot(root: string): Stats | RootProblem {
  const found = statPath(root)
  if (typeof found === 'string') return found
  if (!found.isDirectory()) return 'not_a_folder'
  return typeof listFolder(root) === 'string' ? 'unreadable' : found
}

/** Lists entries sorted by name, so that books of a series are adjacent. */
export function listFolder(path: string): Dirent[] | 'unreadable' {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    getSystemErrorCode(error)
    return 'unreadable'
  }
}

/** Size and modification time of a book: a file or a folder of images. */
export interface FileMeasure {
  size: number
  mtimeMs: number
}

interface FolderMeasure extends FileMeasure {
  /**
   * The latest change time (ctime) of the files. It changes even if a file is replaced by one of
   * the same size and modification time.
   */
  ctimeMs: number
}

export function measureBook(path: string): FileMeasure | 'absent' | 'unreadable' {
  const found = statPath(path)
  if (typeof found === 'string' || !found.isDirectory()) return found
  const entries = listFolder(path)
  return typeof entries === 'string' ? entries : measureFolder(path, found.mtimeMs, entries)
}

/**
 * Returns the total size of a folder's images and metadata file, and the latest modification time.
 * The folder's own time covers added, removed and renamed files.
 */
export function measureFolder(
  path: string,
  changedAtMs: number,
  entries: readonly Dirent[],
): FolderMeasure | 'unreadable' {
  const total: FolderMeasure = { size: 0, mtimeMs: changedAtMs, ctimeMs: 0 }
  for (const entry of entries) {
    if (!entry.isFile() || !isPageOrComicInfo(entry.name)) continue
    const page = statPath(`${path}/${entry.name}`)
    if (page === 'unreadable') return page
    if (page === 'absent') continue
    total.size += page.size
    total.mtimeMs = Math.max(total.mtimeMs, page.mtimeMs)
    total.ctimeMs = Math.max(total.ctimeMs, page.ctimeMs)
  }
  return total
}

const isPageOrComicInfo = (name: string) => isPageName(name) || isComicInfo(name)

export function statPath(path: string): Stats | 'absent' | 'unreadable' {
  try {
    return statSync(path)
  } catch (error) {
    return /^(ENOENT|ENOTDIR)$/.test(getSystemErrorCode(error)) ? 'absent' : 'unreadable'
  }
}

/** Returns false also if the path cannot be read. */
export function isSymbolicLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch (error) {
    getSystemErrorCode(error)
    return false
  }
}

export function resolveRealPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    getSystemErrorCode(error)
    return undefined
  }
}

/** Rethrows errors other than system errors. */
function getSystemErrorCode(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') throw error
  return code
}
