/**
 * Phase 2: compares found files with known books. Stores known books as one map of paths and a few
 * numeric columns, so that a million books fit into memory.
 */
import type { KnownFile } from './known-file-queries'
import type { FileBatch } from '../walk/tree-walker'

/** A file to read. `n` is undefined for a new book. */
export interface Candidate {
  path: string
  size: number
  modifiedAtMs: number
  n?: number
  /** Number of times that a reader has crashed on this file. */
  crashes: number
  /** The file differs from the version that was read before. */
  isChanged?: boolean
}

/** A file of a book that was previously at a different location. */
export type Recognized = Pick<Candidate, 'size' | 'modifiedAtMs'> & { n: number }

export interface ComparisonTally {
  /** Number of books that were present when the scan started. */
  knownPresent: number
  /** Number of present books whose file was found. */
  knownSeen: number
  /** Books that were present when the scan started and whose file was not found. */
  missing: { n: number; path: string }[]
}

const missingFlag = 1
const unreadFlag = 2
const seenFlag = 4

interface ComparisonOptions {
  isDeep: boolean
  /** Paths to ignore unless a book already exists at them. */
  ignoredPaths?: ReadonlySet<string>
}

export class Comparison {
  /** Files without a book. */
  readonly added: Candidate[] = []
  /** Books whose file has changed. */
  readonly changed: Candidate[] = []
  /** Books that an interrupted scan did not finish reading, and moved books. */
  readonly unread: Candidate[] = []
  /** Numbers (`n`) of missing books whose files are back. */
  readonly returned: number[] = []
  /** Unchanged files. Collected for deep scans only. */
  readonly unchanged: Candidate[] = []
  filesFound = 0

  /** Number of found files that a user chose to ignore. */
  ignored = 0

  readonly #isDeep: boolean
  readonly #ignoredPaths: ReadonlySet<string>
  readonly #indexByPath = new Map<string, number>()
  readonly #paths: string[] = []
  readonly #columns = new Columns()

  constructor({ isDeep, ignoredPaths = new Set() }: ComparisonOptions) {
    this.#isDeep = isDeep
    this.#ignoredPaths = ignoredPaths
  }

  addKnown(files: readonly KnownFile[]) {
    for (const file of files) {
      const index = this.#paths.push(file.path) - 1
      this.#indexByPath.set(file.path, index)
      this.#columns.set(index, file)
    }
  }

  addFound(batch: FileBatch) {
    const paths = batch.paths.split('\0')
    this.filesFound += paths.length
    const { sizes, times } = batch
    for (let i = 0; i < paths.length; i++) this.#compareFile(paths[i]!, sizes[i]!, times[i]!)
  }

  /** Yields books with their paths at the start of the scan. */
  *listKnown(): Generator<{ n: number; path: string }> {
    for (const [index, path] of this.#paths.entries()) yield { n: this.#columns.ns[index]!, path }
  }

  /**
   * Counts the known books and lists the missing ones. Files below unreadable folders are never
   * missing.
   */
  countKnown(unreadable: readonly string[]): ComparisonTally {
    const hidden = new Set(unreadable)
    const tally: ComparisonTally = { knownPresent: 0, knownSeen: 0, missing: [] }
    for (const [index, path] of this.#paths.entries()) {
      const flags = this.#columns.flags[index]!
      if (flags & missingFlag) continue
      tally.knownPresent++
      if (flags & seenFlag) tally.knownSeen++
      else if (!isAtOrBelow(path, hidden)) tally.missing.push({ n: this.#columns.ns[index]!, path })
    }
    return tally
  }

  /**
   * Applies moves: `recognized` files become unread files of their books, and changed files at
   * `released` paths become new files.
   */
  applyMoves(recognized: ReadonlyMap<string, Recognized>, released: ReadonlySet<string>) {
    if (recognized.size === 0 && released.size === 0) return
    const isReleased = ({ path }: Candidate) => released.has(path)
    const releasedFiles = this.changed.filter(isReleased)
    for (const files of [this.added, this.changed, this.unread]) {
      let kept = 0
      const isSettled = (file: Candidate) =>
        recognized.has(file.path) || (files === this.changed && isReleased(file))
      for (const file of files) if (!isSettled(file)) files[kept++] = file
      files.length = kept
    }
    for (const { path, size, modifiedAtMs } of releasedFiles) {
      this.added.push({ path, size, modifiedAtMs, crashes: 0 })
    }
    for (const [path, file] of recognized) {
      this.unread.push({ ...file, path, crashes: 0 })
    }
  }

  #addNew(file: Candidate) {
    if (this.#ignoredPaths.has(file.path)) this.ignored++
    else this.added.push(file)
  }

  /** Most files are unchanged, so this code path does not allocate anything. */
  #compareFile(path: string, size: number, modifiedAtMs: number) {
    const index = this.#indexByPath.get(path)
    if (index === undefined) return this.#addNew({ path, size, modifiedAtMs, crashes: 0 })
    const { sizes, times, flags } = this.#columns
    const state = flags[index]!
    flags[index] = state | seenFlag
    const isChanged = sizes[index] !== size || times[index] !== modifiedAtMs
    if (!isChanged && !this.#isDeep && !(state & (missingFlag | unreadFlag))) return
    this.#classify({ path, size, modifiedAtMs }, index, { state, isChanged })
  }

  #classify(
    file: Pick<Candidate, 'path' | 'size' | 'modifiedAtMs'>,
    index: number,
    { state, isChanged }: { state: number; isChanged: boolean },
  ) {
    const { ns, crashes } = this.#columns
    const known = { ...file, n: ns[index]!, crashes: crashes[index]! }
    if (state & missingFlag) this.returned.push(known.n)
    if (isChanged) this.changed.push({ ...known, isChanged: true })
    else if (state & unreadFlag) this.unread.push(known)
    else if (this.#isDeep) this.unchanged.push(known)
  }
}

/** Looks up the path and each parent folder, because the list of hidden paths may be long. */
export function isAtOrBelow(path: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (hidden.has(path.slice(0, end))) return true
  }
  return hidden.has('')
}

/** Numeric arrays that grow together. */
class Columns {
  ns = new Float64Array(1024)
  sizes = new Float64Array(1024)
  times = new Float64Array(1024)
  crashes = new Uint8Array(1024)
  flags = new Uint8Array(1024)

  set(index: number, { n, size, modifiedAtMs, attempts, unread, missing }: KnownFile) {
    if (index >= this.ns.length) this.#grow()
    this.ns[index] = n
    this.sizes[index] = size
    this.times[index] = modifiedAtMs
    // The number of attempts no longer matters once the file has been read.
    this.crashes[index] = unread ? Math.min(attempts, 255) : 0
    this.flags[index] = (missing ? missingFlag : 0) | (unread ? unreadFlag : 0)
  }

  #grow() {
    const length = this.ns.length * 2
    this.ns = copyColumn(new Float64Array(length), this.ns)
    this.sizes = copyColumn(new Float64Array(length), this.sizes)
    this.times = copyColumn(new Float64Array(length), this.times)
    this.crashes = copyColumn(new Uint8Array(length), this.crashes)
    this.flags = copyColumn(new Uint8Array(length), this.flags)
  }
}

function copyColumn<Column extends { set(from: Column): void }>(to: Column, from: Column): Column {
  to.set(from)
  return to
}
