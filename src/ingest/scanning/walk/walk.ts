/**
 * Phase 1: walks a root. Synchronous, for a Worker, so that a hanging network drive blocks nothing else.
 * An unreadable folder never hides the rest of the tree.
 */
import { type Dirent, realpathSync, type Stats } from 'node:fs'
import { type FoundSidecar, findSidecars } from './find-sidecars'
import {
  resolvesInside,
  listFolder,
  statPath,
  statRoot,
  type FileMeasure,
  measureBook,
  measureFolder,
  resolveRealPath,
  type RootProblem,
} from './file-stat'
import {
  findLostMounts,
  parseMounts,
  type NestedMounts,
  findNestedMounts,
  readMounts,
} from './mounts'
import { isIgnoreMarker, FileRules, type RuleSettings } from './file-rules'

export interface WalkOptions extends RuleSettings {
  root: string
  /** Mounts below the root that must still be present. */
  mounts?: NestedMounts
}

/** Files as columns: paths joined by NUL, because posting thousands of small objects is slow. */
export interface FileBatch {
  paths: string
  sizes: Float64Array
  times: Float64Array
}

export interface WalkSummary {
  device: string
  /** Mounts below the root that were present during the whole walk. */
  mounts: NestedMounts
  /** Short hash of everything found. A different value means a change. */
  signature: string
  /** Unreadable paths. Known books below them are kept unchanged. */
  unreadable: string[]
  /** Too many unreadable paths to call any file missing. */
  tooMuchUnreadable: boolean
  /** Number of names that are invalid text or too long to store. */
  badNames: number
  /** One of these names, as far as it can be shown; null if there is none. */
  badName: string | null
  /** Number of links to folders or out of the root. They are not followed. */
  linksSkipped: number
  /** Sidecar files. */
  sidecars: FoundSidecar[]
}

export type WalkResult = { problem: RootProblem } | { summary: WalkSummary }

const batchSize = 2000
const maxUnreadable = 1000
const maxSidecars = 500_000
const heartbeatMs = 1000
/** Longer paths do not fit into an index row of PostgreSQL. */
const maxPathBytes = 2400

/**
 * `onHeartbeat` is called regularly, however few files there are, so that a slow disk is not taken for a
 * hanging one.
 */
export function walk(
  options: WalkOptions,
  onBatch: (batch: FileBatch) => void,
  onHeartbeat: () => void = () => undefined,
): WalkResult {
  const before = statRoot(options.root)
  if (typeof before === 'string') return { problem: before }
  const mounts = findMountsBelow(options.root)
  const walker = new TreeWalker(options, onBatch, onHeartbeat)
  walker.run()
  // A disk that disappears during the walk looks like an emptied folder.
  const after = statRoot(options.root)
  if (typeof after === 'string') return { problem: after }
  if (after.dev !== before.dev || after.ino !== before.ino) return { problem: 'absent' }
  const device = String(before.dev)
  const signature = `${walker.hash} ${hashSidecars(walker.summary.sidecars)} on ${device}`
  for (const path of findLostMounts(mounts, findMountsBelow(options.root))) delete mounts[path]
  return { summary: { ...walker.summary, device, mounts, signature } }
}

export function findMountsBelow(root: string): NestedMounts {
  const realRoot = resolveRealPath(root)
  return realRoot === undefined ? {} : findNestedMounts(parseMounts(readMounts()), realRoot)
}

function hashSidecars(beside: readonly FoundSidecar[]): string {
  let hash = 0n
  for (const { folder, name, size, modifiedAtMs } of beside) {
    hash = Bun.hash.wyhash(`${folder}/${name} ${size} ${modifiedAtMs}`, hash)
  }
  return hash.toString(36)
}

/** A file state to compare with the state a moment later. */
export interface SeenFile {
  path: string
  size: number
  modifiedAtMs: number
}

/** Returns recently changed files that are still being written. They wait for the next scan. */
export function findGrowingFiles(
  root: string,
  files: readonly SeenFile[],
  waitMs: number,
): string[] {
  Bun.sleepSync(waitMs)
  return files.flatMap(({ path, size, modifiedAtMs }) => {
    const now = measureBook(`${root}/${path}`)
    const isUnchanged = typeof now !== 'string' && now.size === size && now.mtimeMs === modifiedAtMs
    return isUnchanged ? [] : [path]
  })
}

class TreeWalker {
  readonly summary = {
    unreadable: [] as string[],
    tooMuchUnreadable: false,
    badNames: 0,
    badName: null as string | null,
    linksSkipped: 0,
    sidecars: [] as FoundSidecar[],
  }
  /** Hash of all paths, sizes and times. */
  hash = 0n
  readonly #root: string
  readonly #realRoot: string
  readonly #rules: FileRules
  readonly #onBatch: (batch: FileBatch) => void
  readonly #onHeartbeat: () => void
  #heartbeatAt = 0
  readonly #folders: string[] = ['']
  #paths: string[] = []
  #sizes: number[] = []
  #times: number[] = []

  constructor(options: WalkOptions, onBatch: (batch: FileBatch) => void, onHeartbeat: () => void) {
    this.#root = options.root
    this.#realRoot = realpathSync(options.root)
    this.#rules = new FileRules(options)
    this.#onBatch = onBatch
    this.#onHeartbeat = onHeartbeat
  }

  run() {
    for (let folder = this.#folders.pop(); folder !== undefined; folder = this.#folders.pop()) {
      this.#visitFolder(folder)
    }
    this.#flush()
  }

  #visitFolder(folder: string) {
    this.#sendHeartbeat()
    const entries = listFolder(`${this.#root}/${folder}`)
    if (typeof entries === 'string') return this.#addUnreadable(folder)
    if (entries.some(({ name }) => isIgnoreMarker(name))) return
    if (folder !== '') this.#addImageBook(folder, entries)
    const subfolders: string[] = []
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) this.#queueFolder(entry.name, path, subfolders)
      else this.#visitEntry(entry, path, subfolders)
    }
    this.#collectSidecars(folder, entries)
    // The stack is last in, first out.
    for (const path of subfolders.toReversed()) this.#folders.push(path)
  }

  #sendHeartbeat() {
    const now = Date.now()
    if (now - this.#heartbeatAt < heartbeatMs) return
    this.#heartbeatAt = now
    this.#onHeartbeat()
  }

  /** A folder of images is a book of its own, without the contents of its subfolders. */
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

  /** Plain files only, because a link may lead anywhere. Files inside an image folder belong to that book. */
  #collectSidecars(folder: string, entries: readonly Dirent[]) {
    if (this.summary.sidecars.length >= maxSidecars) return
    const pathOf = (name: string) => (folder === '' ? name : `${folder}/${name}`)
    const isBook = (name: string) => this.#rules.acceptsFile(name, pathOf(name))
    const names = entries.flatMap((entry) => (entry.isFile() ? entry.name : []))
    const sidecars = findSidecars(names, isBook)
    if (sidecars.length > 0 && folder !== '' && this.#rules.isImageBook(names)) return
    for (const sidecar of sidecars) {
      const path = pathOf(sidecar.name)
      if (!this.#rules.acceptsSidecar(path) || Buffer.byteLength(path) > maxPathBytes) continue
      const found = statPath(`${this.#root}/${path}`)
      if (typeof found === 'string' || !found.isFile()) continue
      const { size, mtimeMs: modifiedAtMs } = found
      this.summary.sidecars.push({ ...sidecar, folder, size, modifiedAtMs })
    }
  }

  #queueFolder(name: string, path: string, subfolders: string[]) {
    if (this.#rules.acceptsFolder(name, path)) subfolders.push(path)
  }

  /** Handles files, links and entries without a known type. */
  #visitEntry(entry: Dirent, path: string, subfolders: string[]) {
    const isLink = entry.isSymbolicLink()
    const isBook = this.#rules.acceptsFile(entry.name, path)
    if (entry.isFile() && !isBook) return
    const found = statPath(`${this.#root}/${path}`)
    if (found === 'absent') return this.#handleAbsent(path)
    // Some network drives do not report folder types. Files below such an entry must not count as
    // missing.
    if (found === 'unreadable') return isBook || !isLink ? this.#addUnreadable(path) : undefined
    if (isLink && !this.#canFollowLink(path, found)) return void this.summary.linksSkipped++
    if (found.isDirectory()) return this.#queueFolder(entry.name, path, subfolders)
    if (found.isFile() && isBook) this.#addFile(path, found)
  }

  #canFollowLink(path: string, found: Stats) {
    return found.isFile() && resolvesInside(this.#realRoot, `${this.#root}/${path}`) === true
  }

  /** An invalid name is decoded with replacement characters, and that path does not exist. */
  #handleAbsent(path: string) {
    if (path.includes('\ufffd')) this.#countBadName(path)
  }

  #countBadName(path: string) {
    this.summary.badNames++
    this.summary.badName ??= path
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
    else if (this.summary.unreadable.length >= maxUnreadable) this.summary.tooMuchUnreadable = true
    else this.summary.unreadable.push(path)
  }

  #flush() {
    if (this.#paths.length === 0) return
    const paths = this.#paths.join('\0')
    const sizes = Float64Array.from(this.#sizes)
    const times = Float64Array.from(this.#times)
    for (const part of [paths, sizes, times]) this.hash = Bun.hash.wyhash(part, this.hash)
    this.#onBatch({ paths, sizes, times })
    this.#paths = []
    this.#sizes = []
    this.#times = []
  }
}
