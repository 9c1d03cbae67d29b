/**
 * Phase 1: what lies below a root. Synchronous, for a Worker: a network drive that hangs then stops
 * nobody else. One folder that cannot be read never hides the rest of the tree.
 */
import { type Dirent, realpathSync, type Stats } from 'node:fs'
import { type SidecarFound, sidecarsAmong } from './beside'
import {
  leadsInside,
  listFolder,
  lookAt,
  lookAtRoot,
  type Measure,
  measureBook,
  measureFolder,
  realPath,
  type RootProblem,
} from './look'
import { lostMounts, mountsIn, type NestedMounts, nestedMounts, readMounts } from './mounts'
import { isMarker, Rules, type RuleSettings } from './rules'

export interface WalkOrder extends RuleSettings {
  root: string
  /** Those below the root that must still be there. */
  mounts?: NestedMounts
}

/** Files side by side: paths joined by NUL, because a thousand small objects are slow to hand over. */
export interface FileBatch {
  paths: string
  sizes: Float64Array
  times: Float64Array
}

export interface WalkEnd {
  device: string
  /** Other file systems below the root, which were there all the while. */
  mounts: NestedMounts
  /** What lies there as one short text: another one means that something has changed. */
  signature: string
  /** Paths of folders and files that could not be looked at: what was known there stays as it is. */
  unreadable: string[]
  /** So much was unreadable that nothing may be called missing. */
  tooMuchUnreadable: boolean
  /** Names that are no valid text, or too long to be kept. */
  badNames: number
  /** One of them, as far as it can be shown; null: there is none. */
  badName: string | null
  /** Links to folders, and to files outside of the root: not followed. */
  linksPassed: number
  /** What lies beside books and speaks of them. */
  beside: SidecarFound[]
}

export type WalkResult = { problem: RootProblem } | { end: WalkEnd }

const batchSize = 2000
const maxUnreadable = 1000
const maxBeside = 500_000
const beatMs = 1000
/** An index row of PostgreSQL holds no more. */
const maxPathBytes = 2400

/** `beat` is called now and then, however few files there are: who hears nothing takes the disk for one that hangs. */
export function walk(
  order: WalkOrder,
  deliver: (batch: FileBatch) => void,
  beat: () => void = () => undefined,
): WalkResult {
  const before = lookAtRoot(order.root)
  if (typeof before === 'string') return { problem: before }
  const mounts = mountsBelow(order.root)
  const walker = new Walker(order, deliver, beat)
  walker.run()
  // A disk that went away meanwhile looks like a folder that was emptied.
  const after = lookAtRoot(order.root)
  if (typeof after === 'string') return { problem: after }
  if (after.dev !== before.dev || after.ino !== before.ino) return { problem: 'absent' }
  const device = String(before.dev)
  const signature = `${walker.sum} ${sumOf(walker.end.beside)} on ${device}`
  for (const path of lostMounts(mounts, mountsBelow(order.root))) delete mounts[path]
  return { end: { ...walker.end, device, mounts, signature } }
}

export function mountsBelow(root: string): NestedMounts {
  const realRoot = realPath(root)
  return realRoot === undefined ? {} : nestedMounts(mountsIn(readMounts()), realRoot)
}

function sumOf(beside: readonly SidecarFound[]): string {
  let sum = 0n
  for (const { folder, name, size, modifiedAtMs } of beside) {
    sum = Bun.hash.wyhash(`${folder}/${name} ${size} ${modifiedAtMs}`, sum)
  }
  return sum.toString(36)
}

/** A file as it was seen, to be compared with how it is a moment later. */
export interface Seen {
  path: string
  size: number
  modifiedAtMs: number
}

/** Of files that changed seconds ago, those that are being written still: they wait for the next scan. */
export function findGrowing(root: string, files: readonly Seen[], waitMs: number): string[] {
  Bun.sleepSync(waitMs)
  return files.flatMap(({ path, size, modifiedAtMs }) => {
    const now = measureBook(`${root}/${path}`)
    const same = typeof now !== 'string' && now.size === size && now.mtimeMs === modifiedAtMs
    return same ? [] : [path]
  })
}

class Walker {
  readonly end = {
    unreadable: [] as string[],
    tooMuchUnreadable: false,
    badNames: 0,
    badName: null as string | null,
    linksPassed: 0,
    beside: [] as SidecarFound[],
  }
  /** Of all paths, sizes and times. */
  sum = 0n
  readonly #root: string
  readonly #realRoot: string
  readonly #rules: Rules
  readonly #deliver: (batch: FileBatch) => void
  readonly #beat: () => void
  #beatenAt = 0
  readonly #folders: string[] = ['']
  #paths: string[] = []
  #sizes: number[] = []
  #times: number[] = []

  constructor(order: WalkOrder, deliver: (batch: FileBatch) => void, beat: () => void) {
    this.#root = order.root
    this.#realRoot = realpathSync(order.root)
    this.#rules = new Rules(order)
    this.#deliver = deliver
    this.#beat = beat
  }

  run() {
    for (let folder = this.#folders.pop(); folder !== undefined; folder = this.#folders.pop()) {
      this.#enter(folder)
    }
    this.#flush()
  }

  #enter(folder: string) {
    this.#tellOfLife()
    const entries = listFolder(`${this.#root}/${folder}`)
    if (typeof entries === 'string') return this.#cannotRead(folder)
    if (entries.some(({ name }) => isMarker(name))) return
    if (folder !== '') this.#takeFolder(folder, entries)
    const below: string[] = []
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) this.#meetFolder(entry.name, path, below)
      else this.#meet(entry, path, below)
    }
    this.#lookBeside(folder, entries)
    // The last one in is the first one out.
    for (const path of below.toReversed()) this.#folders.push(path)
  }

  #tellOfLife() {
    const now = Date.now()
    if (now - this.#beatenAt < beatMs) return
    this.#beatenAt = now
    this.#beat()
  }

  /** A folder of pictures is a book itself; what lies in folders below is not of it. */
  #takeFolder(path: string, entries: readonly Dirent[]) {
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    if (!this.#rules.makeBook(files)) return
    const folder = lookAt(`${this.#root}/${path}`)
    if (folder === 'absent') return
    const found =
      folder === 'unreadable'
        ? folder
        : measureFolder(`${this.#root}/${path}`, folder.mtimeMs, entries)
    if (found === 'unreadable') this.#cannotRead(path)
    else this.#take(path, found)
  }

  /** Only plain files: a link may lead anywhere. What is in a folder that is a book is a part of it. */
  #lookBeside(folder: string, entries: readonly Dirent[]) {
    if (this.end.beside.length >= maxBeside) return
    const pathOf = (name: string) => (folder === '' ? name : `${folder}/${name}`)
    const isBook = (name: string) => this.#rules.admitsFile(name, pathOf(name))
    const names = entries.flatMap((entry) => (entry.isFile() ? entry.name : []))
    const sidecars = sidecarsAmong(names, isBook)
    if (sidecars.length > 0 && folder !== '' && this.#rules.makeBook(names)) return
    for (const sidecar of sidecars) {
      const path = pathOf(sidecar.name)
      if (!this.#rules.admitsBeside(path) || Buffer.byteLength(path) > maxPathBytes) continue
      const found = lookAt(`${this.#root}/${path}`)
      if (typeof found === 'string' || !found.isFile()) continue
      const { size, mtimeMs: modifiedAtMs } = found
      this.end.beside.push({ ...sidecar, folder, size, modifiedAtMs })
    }
  }

  #meetFolder(name: string, path: string, below: string[]) {
    if (this.#rules.admitsFolder(name, path)) below.push(path)
  }

  /** Anything that is no plain folder: a file, a link, or on some file systems not said. */
  #meet(entry: Dirent, path: string, below: string[]) {
    const isLink = entry.isSymbolicLink()
    const isWanted = this.#rules.admitsFile(entry.name, path)
    if (entry.isFile() && !isWanted) return
    const found = lookAt(`${this.#root}/${path}`)
    if (found === 'absent') return this.#notThere(path)
    // Some network drives do not say what is a folder: what is below it must not count as missing.
    if (found === 'unreadable') return isWanted || !isLink ? this.#cannotRead(path) : undefined
    if (isLink && !this.#mayFollow(path, found)) return void this.end.linksPassed++
    if (found.isDirectory()) return this.#meetFolder(entry.name, path, below)
    if (found.isFile() && isWanted) this.#take(path, found)
  }

  #mayFollow(path: string, found: Stats) {
    return found.isFile() && leadsInside(this.#realRoot, `${this.#root}/${path}`) === true
  }

  /** A name that is no valid text reads as one with replacement characters, which does not exist. */
  #notThere(path: string) {
    if (path.includes('\ufffd')) this.#cannotName(path)
  }

  #cannotName(path: string) {
    this.end.badNames++
    this.end.badName ??= path
  }

  #take(path: string, { size, mtimeMs }: Measure) {
    if (path.length * 3 > maxPathBytes && Buffer.byteLength(path) > maxPathBytes) {
      this.#cannotName(path)
      return
    }
    this.#paths.push(path)
    this.#sizes.push(size)
    this.#times.push(mtimeMs)
    if (this.#paths.length >= batchSize) this.#flush()
  }

  #cannotRead(path: string) {
    if (path.includes('\ufffd')) this.#cannotName(path)
    else if (this.end.unreadable.length >= maxUnreadable) this.end.tooMuchUnreadable = true
    else this.end.unreadable.push(path)
  }

  #flush() {
    if (this.#paths.length === 0) return
    const paths = this.#paths.join('\0')
    const sizes = Float64Array.from(this.#sizes)
    const times = Float64Array.from(this.#times)
    for (const part of [paths, sizes, times]) this.sum = Bun.hash.wyhash(part, this.sum)
    this.#deliver({ paths, sizes, times })
    this.#paths = []
    this.#sizes = []
    this.#times = []
  }
}
