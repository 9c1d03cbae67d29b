/**
 * Phase 2: the files that were found against the books that are known. Narrow on purpose: a million
 * books are a map of paths and four columns of numbers.
 */
import { giveWay, inSteps } from '../../../platform/db/yield'
import type { KnownFile } from './known-queries'
import type { FileBatch } from '../walk/walk'

/** A file to be read: a book that is new (`n` undefined), or one that is known. */
export interface Candidate {
  path: string
  size: number
  modifiedAtMs: number
  n?: number
  /** How often the reader died on it already. */
  deaths: number
  /** It is another file than the one that was read before. */
  isChanged?: boolean
}

/** A file that is a book which lay elsewhere. */
export type Recognized = Pick<Candidate, 'size' | 'modifiedAtMs'> & { n: number }

export interface Tally {
  /** Books that were present when the scan began. */
  knownPresent: number
  /** Those of them that have a file now. */
  knownSeen: number
  /** Those that have none. */
  missing: { n: number; path: string }[]
}

/** Looked at before requests have their turn. */
const atOnce = 5000
const isMissing = 1
const isUnread = 2
const isSeen = 4

interface ComparisonOptions {
  deep: boolean
  /** Paths of files that are passed over, unless a book stands for them. */
  unwanted?: ReadonlySet<string>
}

export class Comparison {
  /** Files that no book stands for yet. */
  readonly added: Candidate[] = []
  /** Books whose file is another one now. */
  readonly changed: Candidate[] = []
  /** Books that were never read to the end, because a scan was interrupted. */
  readonly unread: Candidate[] = []
  /** Books that were missing and are back, as numbers `n`. */
  readonly returned: number[] = []
  /** The rest, as they were: for a deep scan only. */
  readonly unchanged: Candidate[] = []
  filesFound = 0

  /** Files that were found and of which a person wants no book. */
  ignored = 0

  readonly #deep: boolean
  readonly #unwanted: ReadonlySet<string>
  readonly #places = new Map<string, number>()
  readonly #paths: string[] = []
  readonly #columns = new Columns()

  constructor({ deep, unwanted = new Set() }: ComparisonOptions) {
    this.#deep = deep
    this.#unwanted = unwanted
  }

  learn(files: readonly KnownFile[]) {
    for (const file of files) {
      const place = this.#paths.push(file.path) - 1
      this.#places.set(file.path, place)
      this.#columns.set(place, file)
    }
  }

  meet(batch: FileBatch) {
    const paths = batch.paths.split('\0')
    this.filesFound += paths.length
    const { sizes, times } = batch
    for (let i = 0; i < paths.length; i++) this.#meetOne(paths[i]!, sizes[i]!, times[i]!)
  }

  /** Books and where they lay when the scan began. */
  *known(): Generator<{ n: number; path: string }> {
    for (const [place, path] of this.#paths.entries()) yield { n: this.#columns.ns[place]!, path }
  }

  /** What became of the known books; below what could not be read nothing is missing. */
  async tally(unreadable: readonly string[]): Promise<Tally> {
    const hidden = new Set(unreadable)
    const tally: Tally = { knownPresent: 0, knownSeen: 0, missing: [] }
    for (const [place, path] of this.#paths.entries()) {
      if (place % atOnce === 0) await giveWay()
      const flags = this.#columns.flags[place]!
      if (flags & isMissing) continue
      tally.knownPresent++
      if (flags & isSeen) tally.knownSeen++
      else if (!isAtOrBelow(path, hidden)) tally.missing.push({ n: this.#columns.ns[place]!, path })
    }
    return tally
  }

  /**
   * What was found out meanwhile: files that are books which lay elsewhere, by path, yet to be read at
   * their new places; and places that a book left, where whatever lies now is nobody's yet.
   */
  async retell(recognized: ReadonlyMap<string, Recognized>, released: ReadonlySet<string>) {
    if (recognized.size === 0 && released.size === 0) return
    const isLeft = ({ path }: Candidate) => released.has(path)
    const anew = this.changed.filter(isLeft)
    for (const files of [this.added, this.changed, this.unread]) {
      let kept = 0
      for await (const slice of inSteps(files)) {
        const isTold = (file: Candidate) =>
          recognized.has(file.path) || (files === this.changed && isLeft(file))
        for (const file of slice.filter((one) => !isTold(one))) files[kept++] = file
      }
      files.length = kept
    }
    for (const { path, size, modifiedAtMs } of anew) {
      this.added.push({ path, size, modifiedAtMs, deaths: 0 })
    }
    for (const [path, file] of recognized) {
      this.unread.push({ ...file, path, deaths: 0 })
      if (this.unread.length % atOnce === 0) await giveWay()
    }
  }

  #meetNew(file: Candidate) {
    if (this.#unwanted.has(file.path)) this.ignored++
    else this.added.push(file)
  }

  /** Nearly all files are as they were: those are passed by without making anything of them. */
  #meetOne(path: string, size: number, modifiedAtMs: number) {
    const place = this.#places.get(path)
    if (place === undefined) return this.#meetNew({ path, size, modifiedAtMs, deaths: 0 })
    const { sizes, times, flags } = this.#columns
    const state = flags[place]!
    flags[place] = state | isSeen
    const isChanged = sizes[place] !== size || times[place] !== modifiedAtMs
    if (!isChanged && !this.#deep && !(state & (isMissing | isUnread))) return
    this.#sort({ path, size, modifiedAtMs }, place, { state, isChanged })
  }

  #sort(
    file: Pick<Candidate, 'path' | 'size' | 'modifiedAtMs'>,
    place: number,
    { state, isChanged }: { state: number; isChanged: boolean },
  ) {
    const { ns, deaths } = this.#columns
    const known = { ...file, n: ns[place]!, deaths: deaths[place]! }
    if (state & isMissing) this.returned.push(known.n)
    if (isChanged) this.changed.push({ ...known, isChanged: true })
    else if (state & isUnread) this.unread.push(known)
    else if (this.#deep) this.unchanged.push(known)
  }
}

/** Looks at the path and each folder above it: there may be many paths and many that are hidden. */
export function isAtOrBelow(path: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (hidden.has(path.slice(0, end))) return true
  }
  return hidden.has('')
}

/** Arrays of numbers that grow together. */
class Columns {
  ns = new Float64Array(1024)
  sizes = new Float64Array(1024)
  times = new Float64Array(1024)
  deaths = new Uint8Array(1024)
  flags = new Uint8Array(1024)

  set(place: number, { n, size, modifiedAtMs, attempts, unread, missing }: KnownFile) {
    if (place >= this.ns.length) this.#grow()
    this.ns[place] = n
    this.sizes[place] = size
    this.times[place] = modifiedAtMs
    // Attempts at a file that was read in the end are history.
    this.deaths[place] = unread ? Math.min(attempts, 255) : 0
    this.flags[place] = (missing ? isMissing : 0) | (unread ? isUnread : 0)
  }

  #grow() {
    const length = this.ns.length * 2
    this.ns = copied(new Float64Array(length), this.ns)
    this.sizes = copied(new Float64Array(length), this.sizes)
    this.times = copied(new Float64Array(length), this.times)
    this.deaths = copied(new Uint8Array(length), this.deaths)
    this.flags = copied(new Uint8Array(length), this.flags)
  }
}

function copied<Column extends { set(from: Column): void }>(to: Column, from: Column): Column {
  to.set(from)
  return to
}
