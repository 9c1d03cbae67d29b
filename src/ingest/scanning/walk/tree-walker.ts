/**
 * Visits folders and collects the files that are books. Synchronous, for a Worker. An unreadable
 * folder never hides the rest of the tree.
 */
import type { Dirent, Stats } from 'node:fs'
import { type FoundSidecar, findSidecars } from './find-sidecars'
import { listFolder, statPath, type FileMeasure, measureFolder } from './file-stat'
import { LinkRules, type LinkSettings } from './rules/link-rules'
import { isIgnoreMarker, FileRules, type RuleSettings } from './rules/file-rules'
import type { NestedMounts } from './mounts'

export interface WalkOptions extends RuleSettings, LinkSettings {
  /** Mounts below the root that must still be present. */
  mounts?: NestedMounts
}

/**
 * Files stored as columns, with paths joined by NUL, because posting thousands of small objects is
 * slow.
 */
export interface FileBatch {
  paths: string
  sizes: Float64Array
  times: Float64Array
}

/** Callbacks of a running walk. */
export interface WalkObserver {
  onBatch(batch: FileBatch): void
  /**
   * Called regularly, even if there are few files, so that a slow disk is not mistaken for a
   * hanging one.
   */
  onHeartbeat(): void
}

/** Result of visiting some folders of a root. */
export interface FoundPart {
  /** Hash of all paths, sizes and times. */
  hash: bigint
  /** Paths that could not be read. Known books below them are left unchanged. */
  unreadable: string[]
  /** Too much of the tree could not be read to consider any file missing. */
  tooMuchUnreadable: boolean
  /** Number of names that are not valid text or are too long to store. */
  badNames: number
  /** Path of the first file or folder with such a name, or null if there is none. */
  badName: string | null
  /** Number of links that were not followed. */
  linksSkipped: number
  /**
   * Links that point outside every library or to a missing target. Known books below them are left
   * unchanged.
   */
  links: string[]
  /** Real paths outside the root to which followed links point. */
  linkTargets: readonly string[]
  sidecars: FoundSidecar[]
}

const batchSize = 2000
export const maxUnreadable = 1000
export const maxSidecars = 500_000
const heartbeatMs = 1000
/** Longer paths do not fit into a PostgreSQL index row. */
const maxPathBytes = 2400

export class TreeWalker {
  readonly found: FoundPart = {
    hash: 0n,
    unreadable: [],
    tooMuchUnreadable: false,
    badNames: 0,
    badName: null,
    linksSkipped: 0,
    links: [],
    linkTargets: [],
    sidecars: [],
  }
  readonly #root: string
  readonly #rules: FileRules
  readonly #links: LinkRules
  readonly #observer: WalkObserver
  #heartbeatAt = 0
  #paths: string[] = []
  #sizes: number[] = []
  #times: number[] = []

  constructor(options: WalkOptions, observer: WalkObserver) {
    this.#root = options.root
    this.#rules = new FileRules(options)
    this.#links = new LinkRules(options)
    this.found.linkTargets = this.#links.targets
    this.#observer = observer
  }

  /**
   * Visits folders breadth-first until at least `enough` folders are waiting, and returns these.
   */
  visitTop(enough: number): string[] {
    const waiting = ['']
    while (waiting.length > 0 && waiting.length < enough) {
      waiting.push(...this.#visitFolder(waiting.shift()!))
    }
    this.#flush()
    return waiting
  }

  /** Visits depth-first, so that books of a series are adjacent. */
  visitAll(folders: readonly string[]) {
    for (const folder of folders) this.#links.enter(folder)
    const waiting = folders.toReversed()
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      // Reversed, because the stack is last in, first out.
      for (const path of this.#visitFolder(folder).toReversed()) waiting.push(path)
    }
    this.#flush()
  }

  /** Visits a folder and returns its subfolders. */
  #visitFolder(folder: string): string[] {
    this.#sendHeartbeat()
    const entries = listFolder(`${this.#root}/${folder}`)
    if (typeof entries === 'string') {
      this.#addUnreadable(folder)
      return []
    }
    if (entries.some(({ name }) => isIgnoreMarker(name))) return []
    if (!this.#links.admits(folder, entries.length)) {
      // The limit was reached, so books that were not found are not considered missing.
      this.found.tooMuchUnreadable = true
      return []
    }
    if (folder !== '') this.#addImageBook(folder, entries)
    const subfolders: string[] = []
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) this.#queueFolder(entry.name, path, subfolders)
      else this.#visitEntry(entry, path, subfolders)
    }
    this.#collectSidecars(folder, entries)
    return subfolders
  }

  #sendHeartbeat() {
    const now = performance.now()
    if (now - this.#heartbeatAt < heartbeatMs) return
    this.#heartbeatAt = now
    this.#observer.onHeartbeat()
  }

  /** Adds the folder as a book if it is a folder of images. */
  #addImageBook(path: string, entries: readonly Dirent[]) {
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    if (!this.#rules.isImageBook(files)) return
    const folder = statPath(`${this.#root}/${path}`)
    if (folder === 'absent') return
    const found =
      folder === 'unreadable'
        ? folder
        : measureFolder(`${this.#root}/${path}`, folder.mtimeMs, entries)
    if (found === 'unreadable') this.#addUnreadable(path)
    else this.#addFile(path, found)
  }

  /**
   * Collects only regular files, because a link may point anywhere. Skips a folder of images, whose
   * files belong to that book.
   */
  #collectSidecars(folder: string, entries: readonly Dirent[]) {
    if (this.found.sidecars.length >= maxSidecars) return
    const pathOf = (name: string) => (folder === '' ? name : `${folder}/${name}`)
    const isBook = (name: string) => this.#rules.acceptsFile(name, pathOf(name))
    const names = entries.flatMap((entry) => (entry.isFile() ? entry.name : []))
    const folders = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    const sidecars = findSidecars(names, isBook, folders)
    if (sidecars.length > 0 && folder !== '' && this.#rules.isImageBook(names)) return
    for (const sidecar of sidecars) {
      const path = pathOf(sidecar.name)
      if (!this.#rules.acceptsSidecar(path) || Buffer.byteLength(path) > maxPathBytes) continue
      const found = statPath(`${this.#root}/${path}`)
      if (typeof found === 'string' || !found.isFile()) continue
      const { size, mtimeMs: modifiedAtMs } = found
      this.found.sidecars.push({ ...sidecar, folder, size, modifiedAtMs })
    }
  }

  #queueFolder(name: string, path: string, subfolders: string[]) {
    if (this.#rules.acceptsFolder(name, path)) subfolders.push(path)
  }

  /** Handles files, links and entries of unknown type. */
  #visitEntry(entry: Dirent, path: string, subfolders: string[]) {
    const isLink = entry.isSymbolicLink()
    const isBook = this.#rules.acceptsFile(entry.name, path)
    if (entry.isFile() && !isBook) return
    const found = statPath(`${this.#root}/${path}`)
    if (found === 'absent') return this.#handleAbsent(path, { isLink, isBook })
    // Some network drives do not report whether an entry is a folder. Files below such an entry
    // must not be considered missing.
    if (found === 'unreadable') return isBook || !isLink ? this.#addUnreadable(path) : undefined
    if (isLink && !this.#canFollowLink(path, found)) return this.#skipLink(path)
    if (found.isDirectory()) return this.#queueFolder(entry.name, path, subfolders)
    if (found.isFile() && isBook) this.#addFile(path, found)
  }

  #skipLink(path: string) {
    this.found.linksSkipped++
    if (this.found.links.length >= maxUnreadable) return
    if (this.#links.hidesBooks(path)) this.found.links.push(path)
  }

  #canFollowLink(path: string, found: Stats) {
    if (found.isFile()) return this.#links.follows(path, 'file')
    return found.isDirectory() && this.#links.follows(path, 'folder')
  }

  /** A name that is not valid text contains replacement characters, so its path does not exist. */
  #handleAbsent(path: string, { isLink, isBook }: { isLink: boolean; isBook: boolean }) {
    if (isLink && !isBook) this.#skipLink(path)
    else if (path.includes('\ufffd')) this.#countBadName(path)
  }

  #countBadName(path: string) {
    this.found.badNames++
    this.found.badName ??= path
  }

  #addFile(path: string, { size, mtimeMs }: FileMeasure) {
    if (path.length * 3 > maxPathBytes && Buffer.byteLength(path) > maxPathBytes) {
      this.#countBadName(path)
      return
    }
    this.#paths.push(path)
    this.#sizes.push(size)
    this.#times.push(mtimeMs)
    if (this.#paths.length >= batchSize) this.#flush()
  }

  #addUnreadable(path: string) {
    if (path.includes('\ufffd')) this.#countBadName(path)
    else if (this.found.unreadable.length >= maxUnreadable) this.found.tooMuchUnreadable = true
    else this.found.unreadable.push(path)
  }

  #flush() {
    if (this.#paths.length === 0) return
    const paths = this.#paths.join('\0')
    const sizes = Float64Array.from(this.#sizes)
    const times = Float64Array.from(this.#times)
    for (const part of [paths, sizes, times])
      this.found.hash = Bun.hash.wyhash(part, this.found.hash)
    this.#observer.onBatch({ paths, sizes, times })
    this.#paths = []
    this.#sizes = []
    this.#times = []
  }
}
