import {
  PassResults,
  damagedEntry,
  maxEntryBytes,
  maxMeasuredBytes,
  needsReading,
} from '../archive'
import { BadFile } from '../../contents/contents'
import { BookFile } from '../../contents/book-file'
import { isComicInfo } from '../page-names'
import { findRarRefusal } from './rar-archive'
import type { RarEntry, RarList } from './rar-entry'
import { listRar } from './list-rar'
import { UnrarFile } from './unrar-wasm'
import { archiveMessages } from '../messages'

/** Maximum number of bytes unpacked to reach a page in a solid archive. */
const maxPassBytes = 4 * 2 ** 30
/** Maximum number of failures. Each one restarts the pass from the beginning. */
const maxFailures = 20

/** Receives each entry or its error. Returns false to stop. */
export type Sink = (entry: RarEntry, bytes: Uint8Array | BadFile) => boolean

/**
 * Unpacks all wanted files in a RAR archive in a single pass, in archive order, for the page cache.
 */
export async function unpackRar(
  path: string,
  sink: Sink,
  wants: (entry: RarEntry) => boolean,
): Promise<void> {
  using file = new BookFile(path)
  const list = listRar(file)
  await unpackEntries(file, list, { sink, wants })
}

/** Unpacks one file in a RAR archive. In a solid archive, all previous files are unpacked first. */
export async function unpackFromRar(path: string, index: number): Promise<Uint8Array> {
  let found: Uint8Array | BadFile | undefined
  const sink: Sink = (_, bytes) => {
    found = bytes
    return false
  }
  await unpackRar(path, sink, (entry) => entry.index === index)
  if (found instanceof BadFile) throw found
  if (!found) throw damagedEntry()
  return found
}

/** Reads the ComicInfo file and the headers of packed pages, within the size limits. */
export async function collectFromRar(file: BookFile, list: RarList): Promise<PassResults> {
  const results = new PassResults()
  let spent = 0
  const wants = (entry: RarEntry) => {
    if (entry.method === 0 || !needsReading(entry)) return false
    if (isComicInfo(entry.name) && !list.solid) return true
    spent += entry.size
    return spent <= maxMeasuredBytes
  }
  const sink: Sink = (entry, bytes) => {
    if (bytes instanceof BadFile) results.fail(entry, bytes)
    else results.keep(entry, bytes)
    return true
  }
  await unpackEntries(file, list, { sink, wants })
  return results
}

interface Order {
  sink: Sink
  wants(entry: RarEntry): boolean
}

async function unpackEntries(file: BookFile, list: RarList, { sink, wants }: Order) {
  const due = new DueEntries(sink)
  for (const { entry, refused } of listWithRefusals(list)) {
    if (!wants(entry)) continue
    if (!refused) due.add(entry)
    else if (!sink(entry, refused)) return
  }
  let failures = 0
  while (due.size > 0 && failures <= maxFailures) {
    const ended = await runPass(file, due)
    if (ended === 'enough') return
    failures += ended === 'here' && !list.solid ? 1 : Infinity
  }
  due.giveUp()
}

/** Entries still to be unpacked, by number. Copies share a number. */
class DueEntries {
  readonly #entries = new Map<number, RarEntry[]>()
  readonly #sink: Sink

  constructor(sink: Sink) {
    this.#sink = sink
  }

  get size(): number {
    return this.#entries.size
  }

  get last(): number {
    let last = -1
    for (const index of this.#entries.keys()) last = Math.max(last, index)
    return last
  }

  add(entry: RarEntry) {
    const same = this.#entries.get(entry.index)
    if (same) same.push(entry)
    else this.#entries.set(entry.index, [entry])
  }

  find(index: number): RarEntry | undefined {
    return this.#entries.get(index)?.[0]
  }

  /** Delivers an entry. Returns false to stop. */
  deliver(index: number, bytes: Uint8Array | BadFile): boolean {
    const entries = this.#entries.get(index) ?? []
    this.#entries.delete(index)
    return entries.every((entry) => this.#sink(entry, bytes))
  }

  giveUp() {
    for (const index of this.#entries.keys()) if (!this.deliver(index, damagedEntry())) return
  }
}

/** Yields each entry together with the reason why it cannot be unpacked, or null if it can. */
function* listWithRefusals({ entries, solid }: RarList) {
  let before = 0
  for (const entry of entries) {
    const tooFar = solid && before > maxPassBytes
    yield { entry, refused: findRarRefusal(entry) ?? (tooFar ? createTooFarError() : null) }
    before += entry.size
  }
}

/**
 * Reads up to the last wanted entry. Returns `enough` if the sink stopped the pass, `anywhere` if
 * the archive ended early or an entry that is not wanted failed, and otherwise `here`.
 */
async function runPass(file: BookFile, due: DueEntries): Promise<'enough' | 'here' | 'anywhere'> {
  using archive = await UnrarFile.open(file)
  const { last } = due
  for (let index = 0; index <= last; index++) {
    const entry = due.find(index)
    const bytes = step(archive, entry)
    if (bytes === 'end') return 'anywhere'
    if (bytes && entry && !due.deliver(index, bytes)) return 'enough'
    if (bytes instanceof BadFile) return entry ? 'here' : 'anywhere'
  }
  return 'here'
}

/**
 * Advances by one file. Returns its bytes or error if it is wanted, null if it is not, or `end`
 * after the last file.
 */
function step(
  archive: UnrarFile,
  entry: RarEntry | undefined,
): Uint8Array | BadFile | 'end' | null {
  try {
    if (!archive.next()) return 'end'
    if (!entry) {
      archive.skip()
      return null
    }
    // The size from UnRAR must match that from our own parser.
    if (archive.size !== entry.size) return damagedEntry()
    const bytes = archive.unpack(Math.min(entry.size, maxEntryBytes))
    return bytes.length === entry.size ? bytes : damagedEntry()
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return error
  }
}

const createTooFarError = () => new BadFile('too_large', archiveMessages.page_out_of_reach())
