/** Decides which symbolic links a walk follows and which hide known books. For Workers. */
import {
  isInFolder,
  isSystemFolder,
  overlaps,
} from '../../../../catalog/libraries/folders/path-rules'
import { isSymbolicLink, resolveRealPath } from '../file-stat'

export interface LinkSettings {
  root: string
  /** Follows links that point outside the root, except into folders that are scanned anyway. */
  followLinks?: boolean
  /**
   * Folders of all libraries, and the data folder. Links into one of them do not hide anything. If
   * the list is absent, no link hides known books.
   */
  libraryFolders?: readonly string[]
  /** Maximum number of entries to read through followed links. */
  maxBehindLinks?: number
}

/** More links than any real library has. Limits a tree of links that lead to other links. */
const maxFollowed = 10_000
/** A large tree is walked in parts. The limit applies to each part separately. */
const defaultMaxBehindLinks = 500_000

export class LinkRules {
  readonly #root: string
  readonly #realRoot: string | undefined
  readonly #followsOut: boolean
  readonly #libraryFolders: readonly string[] | undefined
  readonly #maxBehindLinks: number
  /** Real paths of followed links that point outside the root. */
  readonly #targets: string[] = []
  /** Followed links to folders, and folders below such links where a walk starts. */
  readonly #behind = new Set<string>()
  #entriesBehind = 0

  constructor({ root, followLinks = false, libraryFolders, maxBehindLinks }: LinkSettings) {
    this.#maxBehindLinks = maxBehindLinks ?? defaultMaxBehindLinks
    this.#root = root
    this.#realRoot = resolveRealPath(root)
    this.#followsOut = followLinks
    this.#libraryFolders = libraryFolders?.map((folder) => resolveRealPath(folder) ?? folder)
  }

  /** Decides whether a walk follows the link `path`, which is below the root. */
  follows(path: string, target: 'file' | 'folder'): boolean {
    const real = resolveRealPath(`${this.#root}/${path}`)
    if (real === undefined || this.#realRoot === undefined) return false
    // Folders inside the root are visited at their own location.
    if (isInFolder(real, this.#realRoot)) return target === 'file'
    if (!this.#followsOut || isSystemFolder(real)) return false
    const others = this.#libraryFolders ?? []
    const isElsewhere = target === 'file' ? isInFolder : overlaps
    if (others.some((folder) => isElsewhere(real, folder))) return false
    if (target === 'folder' && this.#loops(path, real)) return false
    return this.#record(path, real, target)
  }

  #record(path: string, real: string, target: 'file' | 'folder'): boolean {
    if (this.#targets.length >= maxFollowed) return false
    this.#targets.push(real)
    if (target === 'folder') this.#behind.add(path)
    return true
  }

  get targets(): readonly string[] {
    return this.#targets
  }

  /**
   * Called for each folder where a walk starts. The folder may be below a link that a different
   * walker followed.
   */
  enter(folder: string) {
    if (!this.#followsOut) return
    if (listAncestors(folder).some((path) => isSymbolicLink(`${this.#root}/${path}`))) {
      this.#behind.add(folder)
    }
  }

  /**
   * Returns false if the folder is below a followed link and too many entries have already been
   * read there.
   */
  admits(folder: string, entries: number): boolean {
    if (this.#behind.size === 0) return true
    if (!listAncestors(folder).some((path) => this.#behind.has(path))) return true
    this.#entriesBehind += entries
    return this.#entriesBehind <= this.#maxBehindLinks
  }

  /** Returns true for a link that points outside every library or to a missing target. */
  hidesBooks(path: string): boolean {
    if (!this.#libraryFolders) return false
    const target = resolveRealPath(`${this.#root}/${path}`)
    return (
      target === undefined || !this.#libraryFolders.some((folder) => isInFolder(target, folder))
    )
  }

  /**
   * Returns whether the target contains the link or one of the folders above it. Such links are not
   * followed, so that no folder occurs twice in a path.
   */
  #loops(path: string, target: string): boolean {
    const names = path.split('/').slice(0, -1)
    const above = names.map((_, depth) => names.slice(0, depth + 1).join('/'))
    const links = above.filter((folder) => isSymbolicLink(`${this.#root}/${folder}`))
    const parents = ['', ...links, above.at(-1) ?? '']
    return parents.some((folder) => {
      const real = resolveRealPath(`${this.#root}/${folder}`)
      return real !== undefined && isInFolder(real, target)
    })
  }
}

/** Lists the folder itself and the folders above it. */
function listAncestors(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, depth) => names.slice(0, depth + 1).join('/'))
}
