/** Looks at the disk: what is there, or why that cannot be said. Synchronous, for Workers. */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { isComicInfo, isPageName } from '../../../media/archives/page-names'

/** Why nothing at all can be said about a root. */
export type RootProblem = 'absent' | 'not_a_folder' | 'unreadable' | 'asleep'

export function lookAtRoot(root: string): Stats | RootProblem {
  const found = lookAt(root)
  if (typeof found === 'string') return found
  if (!found.isDirectory()) return 'not_a_folder'
  return typeof listFolder(root) === 'string' ? 'unreadable' : found
}

/** Entries in order of their names, so that the books of a series come one after the other. */
export function listFolder(path: string): Dirent[] | 'unreadable' {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    requireSystemError(error)
    return 'unreadable'
  }
}

/** How large a book is and when it was changed: a file, or a folder of pictures. */
export interface Measure {
  size: number
  mtimeMs: number
}

export function measureBook(path: string): Measure | 'absent' | 'unreadable' {
  const found = lookAt(path)
  if (typeof found === 'string' || !found.isDirectory()) return found
  const entries = listFolder(path)
  return typeof entries === 'string' ? entries : measureFolder(path, found.mtimeMs, entries)
}

/** Changed when a picture or its description was, and when one came, went or got another name: that the folder tells. */
export function measureFolder(
  path: string,
  changedAtMs: number,
  entries: readonly Dirent[],
): Measure | 'unreadable' {
  const sum: Measure = { size: 0, mtimeMs: changedAtMs }
  for (const entry of entries) {
    if (!entry.isFile() || !isPart(entry.name)) continue
    const page = lookAt(`${path}/${entry.name}`)
    if (page === 'unreadable') return page
    if (page === 'absent') continue
    sum.size += page.size
    sum.mtimeMs = Math.max(sum.mtimeMs, page.mtimeMs)
  }
  return sum
}

const isPart = (name: string) => isPageName(name) || isComicInfo(name)

export function lookAt(path: string): Stats | 'absent' | 'unreadable' {
  try {
    return statSync(path)
  } catch (error) {
    return /^(ENOENT|ENOTDIR)$/.test(requireSystemError(error)) ? 'absent' : 'unreadable'
  }
}

/** False, too, when it cannot be said. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch (error) {
    requireSystemError(error)
    return false
  }
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    requireSystemError(error)
    return undefined
  }
}

/** Whether a path that exists is one below this folder; `realRoot` is free of links. */
export function leadsInside(realRoot: string, path: string): boolean | undefined {
  const target = realPath(path)
  return target?.startsWith(realRoot === '/' ? '/' : `${realRoot}/`)
}

/** Lets mistakes of our own pass on. */
function requireSystemError(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') throw error
  return code
}
