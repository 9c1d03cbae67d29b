/**
 * Checks files that a walk did not find, before their books go to the trash. Applies the same rules
 * as the walk: otherwise, a book could remain that no scan reads again.
 */
import type { Stats } from 'node:fs'
import { isAtOrBelow } from '../match/compare-files'
import { isSymbolicLink, listFolder, statPath, statRoot } from './file-stat'
import { LinkRules } from './rules/link-rules'
import { findLostMounts } from './mounts'
import { FileRules } from './rules/file-rules'
import { findMountsBelow } from './walk'
import type { WalkOptions } from './tree-walker'

/**
 * Returns the paths that no longer contain a book. Returns none if the root is not on `device`, and
 * none below lost `mounts`. Without a device, returns only paths that do not exist, because an
 * earlier scan already found these files missing.
 */
export function findMissingFiles(
  order: WalkOptions,
  device: string | undefined,
  paths: readonly string[],
): string[] {
  if (device === undefined) {
    return paths.filter((path) => statPath(`${order.root}/${path}`) === 'absent')
  }
  if (!isSameRoot(order, device)) return []
  const checker = new RootChecker(order)
  const missing = paths.filter((path) => checker.isMissing(path))
  if (!isSameRoot(order, device)) return []
  // Files on a lost mount below the root are treated as unchanged.
  const lostPaths = new Set(findLostMounts(order.mounts ?? {}, findMountsBelow(order.root)))
  return lostPaths.size === 0 ? missing : missing.filter((path) => !isAtOrBelow(path, lostPaths))
}

function isSameRoot({ root }: WalkOptions, device: string) {
  const found = statRoot(root)
  return typeof found !== 'string' && String(found.dev) === device
}

class RootChecker {
  readonly #root: string
  readonly #rules: FileRules
  readonly #links: LinkRules
  readonly #names = new Map<string, string[]>()

  constructor(order: WalkOptions) {
    this.#root = order.root
    this.#rules = new FileRules(order)
    this.#links = new LinkRules(order)
  }

  isMissing(path: string): boolean {
    const link = this.#findLink(path)
    if (link !== undefined && this.#links.hidesBooks(link)) return false
    const found = statPath(`${this.#root}/${path}`)
    if (typeof found === 'string') return found === 'absent'
    const isBook = found.isDirectory() ? this.#isBookFolder(path) : this.#isBookFile(found, path)
    if (!isBook) return true
    return link !== undefined || this.#isRespelled(path)
  }

  #isBookFile(found: Stats, path: string) {
    return found.isFile() && this.#rules.acceptsFileAt(this.#root, path)
  }

  #isBookFolder(path: string) {
    if (isSymbolicLink(`${this.#root}/${path}`) && !this.#links.follows(path, 'folder'))
      return false
    const entries = listFolder(`${this.#root}/${path}`)
    if (typeof entries === 'string') return true
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    return this.#rules.acceptsImageBookAt(this.#root, path, files)
  }

  /** Finds the first link in the path that a walk does not follow. */
  #findLink(path: string): string | undefined {
    const folders = path.split('/').slice(0, -1)
    const above = folders
      .map((_, depth) => folders.slice(0, depth + 1).join('/'))
      .filter((folder) => isSymbolicLink(`${this.#root}/${folder}`))
      .find((folder) => !this.#links.follows(folder, 'folder'))
    if (above !== undefined) return above
    const full = `${this.#root}/${path}`
    const isFileLink = isSymbolicLink(full) && isFile(full)
    return isFileLink && !this.#links.follows(path, 'file') ? path : undefined
  }

  /** Detects renamed files on case-insensitive disks, where the old name still opens the file. */
  #isRespelled(path: string) {
    const names = path.split('/')
    return names.some((name, depth) =>
      hasOnlyOtherSpelling(name, this.#listNames(names.slice(0, depth).join('/'))),
    )
  }

  #listNames(folder: string): string[] {
    const known = this.#names.get(folder)
    if (known) return known
    const entries = listFolder(`${this.#root}/${folder}`)
    const names = typeof entries === 'string' ? [] : entries.map(({ name }) => name)
    this.#names.set(folder, names)
    return names
  }
}

const isFile = (path: string) => {
  const found = statPath(path)
  return typeof found !== 'string' && found.isFile()
}

/** Returns true only if the exact name is absent and a different spelling of it is present. */
export function hasOnlyOtherSpelling(name: string, present: readonly string[]): boolean {
  return !present.includes(name) && present.some((other) => foldName(other) === foldName(name))
}

const foldName = (name: string) => name.normalize('NFC').toLowerCase()
