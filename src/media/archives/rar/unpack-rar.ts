import { PassResults, damagedEntry, needsReading, maxEntryBytes } from '../archive'
import { BadFile } from '../../contents/contents'
import { BookFile } from '../../contents/file'
import { isComicInfo } from '../page-names'
import { findRarRefusal } from './rar-archive'
import type { RarEntry, RarList } from './entry'
import { listRar } from './list'
import { UnrarFile } from './unrar'
import { archiveMessages } from '../messages'

/** Unpacked bytes that a scan spends on measuring the pages of one book. */
const maxMeasuredBytes = 64 << 20
/** Bytes that may be unpacked to reach one page of a solid archive. */
const maxPassBytes = 4 * 2 ** 30
/** Each failure starts again at the front, so only so many are borne with. */
const maxFailures = 20

/** Gets every entry or its failure; false: enough. */
export type Sink = (entry: RarEntry, bytes: Uint8Array | BadFile) => boolean

/** Every readable file of a RAR archive in one pass, in the order of the archive: for a page cache. */
export async function unpackRar(
  path: string,
  sink: Sink,
  wants: (entry: RarEntry) => boolean,
): Promise<void> {
  using file = new BookFile(path)
  const list = listRar(file)
  await unpackEntries(file, list, { sink, wants })
}

/** One file of a RAR archive; in a solid one everything before it is unpacked first. */
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

/** The ComicInfo file and the beginnings of packed pages, as far as they can be had at a fair price. */
export async function collectFromRar(file: BookFile, list: RarList): Promise<PassResults> {
  const gleanings = new PassResults()
  let spent = 0
  const wants = (entry: RarEntry) => {
    if (entry.method === 0 || !needsReading(entry)) return false
    if (isComicInfo(entry.name) && !list.solid) return true
    spent += entry.size
    return spent <= maxMeasuredBytes
  }
  const sink: Sink = (entry, bytes) => {
    if (bytes instanceof BadFile) gleanings.fail(entry, bytes)
    else gleanings.keep(entry, bytes)
    return true
  }
  await unpackEntries(file, list, { sink, wants })
  return gleanings
}

interface Order {
  sink: Sink
  wants(entry: RarEntry): boolean
}

async function unpackEntries(file: BookFile, list: RarList, { sink, wants }: Order) {
  const due = new DueEntries(sink)
  for (const { entry, refused } of judged(list)) {
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

/** What is wanted still, by number: entries that are copies of each other share one. */
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

  /** False: enough. */
  deliver(index: number, bytes: Uint8Array | BadFile): boolean {
    const entries = this.#entries.get(index) ?? []
    this.#entries.delete(index)
    return entries.every((entry) => this.#sink(entry, bytes))
  }

  giveUp() {
    for (const index of this.#entries.keys()) if (!this.deliver(index, damagedEntry())) return
  }
}

/** Every entry with the reason why it will not be unpacked. */
function* judged({ entries, solid }: RarList) {
  let before = 0
  for (const entry of entries) {
    const tooFar = solid && before > maxPassBytes
    yield { entry, refused: findRarRefusal(entry) ?? (tooFar ? isFarAway() : null) }
    before += entry.size
  }
}

/**
 * From the front to the last wanted entry. Ended by a failure, `here`: of the entry that was delivered
 * last; `anywhere`: of one that has to be passed on the way to all others.
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

/** One file further: its bytes if they are wanted. */
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
    // The two readers must mean the same file.
    if (archive.size !== entry.size) return damagedEntry()
    const bytes = archive.unpack(Math.min(entry.size, maxEntryBytes))
    return bytes.length === entry.size ? bytes : damagedEntry()
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return error
  }
}

const isFarAway = () => new BadFile('too_large', archiveMessages.page_out_of_reach())
