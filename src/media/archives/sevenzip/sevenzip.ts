import {
  type Archive,
  PassResults,
  cutArchive,
  damagedEntry,
  createArchiveFromPass,
  needsReading,
  lockedArchive,
  maxDictionaryBytes,
  maxEntryBytes,
  maxMeasuredBytes,
  tooLargeEntry,
  tooMuchMemory,
} from '../archive'
import { BadFile, type Finding } from '../../contents/contents'
import { BookFile } from '../../contents/book-file'
import { isComicInfo } from '../page-names'
import { extract, listSevenZipEntries } from './seven-zip-wasm'
import { ListingReader, type SevenZipEntry } from './parse-listing'
import { archiveMessages } from '../messages'

const signatureBytes = 32
const maxHeaderBytes = 1 << 10
const PACKED_HEADER = 0x17
/** The identifier of the 7zAES encryption method in a header. */
const aes = Buffer.from([0x06, 0xf1, 0x07, 0x01])

/** Maximum number of unpacked bytes in memory. */
const maxBatchBytes = 128 << 20
/** A small first batch delivers the first pages early. */
const firstBatchBytes = 1 << 20
/** Maximum number of bytes unpacked to reach the last file of a block. */
const maxBlockBytes = 4 * 2 ** 30

/** Receives each entry or its error. Returns false to stop. */
export type Sink = (entry: SevenZipEntry, bytes: Uint8Array | BadFile) => boolean

export interface SevenZipList {
  entries: SevenZipEntry[]
  findings: Finding[]
}

/** Reads the ComicInfo file and the image headers of the first pages. */
export async function openSevenZipArchive(
  file: BookFile,
  { entries, findings }: SevenZipList,
): Promise<Archive<SevenZipEntry>> {
  const results = new PassResults()
  let spent = 0
  const wants = (entry: SevenZipEntry) => {
    if (!needsReading(entry)) return false
    if (isComicInfo(entry.name)) return true
    spent += entry.size
    return spent <= maxMeasuredBytes
  }
  await unpackEntries(file, entries.filter(wants), (entry, bytes) => {
    if (bytes instanceof BadFile) results.fail(entry, bytes)
    else results.keep(entry, bytes)
    return true
  })
  for (const entry of entries) {
    const refused = findSevenZipRefusal(entry)
    if (refused) results.fail(entry, refused)
  }
  return createArchiveFromPass(entries, results, findings)
}

/** Unpacks all wanted files block by block, for the page cache. */
export async function unpackSevenZip(
  path: string,
  sink: Sink,
  wants: (entry: SevenZipEntry) => boolean,
): Promise<void> {
  using file = new BookFile(path)
  const { entries } = await listSevenZip(file)
  await unpackEntries(file, entries.filter(wants), sink, firstBatchBytes)
}

export async function unpackFromSevenZip(path: string, index: number): Promise<Uint8Array> {
  let found: Uint8Array | BadFile | undefined
  const sink: Sink = (_, bytes) => {
    found = bytes
    return false
  }
  await unpackSevenZip(path, sink, (entry) => entry.index === index)
  if (found instanceof BadFile) throw found
  if (!found) throw damagedEntry()
  return found
}

/** Unpacks only the directory. */
export async function listSevenZip(file: BookFile): Promise<SevenZipList> {
  if (isDirectoryLocked(file)) throw lockedArchive()
  const reader = new ListingReader()
  const { ok, errors } = await listSevenZipEntries(file, (line) => reader.line(line))
  reader.end()
  if (/encrypted archive|wrong password/i.test(errors) && reader.entries.length === 0) {
    throw lockedArchive()
  }
  if (!ok && reader.entries.length === 0) {
    throw new BadFile('truncated', archiveMessages.cut_off())
  }
  return { entries: removeDuplicates(reader.entries), findings: ok ? [] : [cutArchive] }
}

/** Removes entries with repeated names. 7-Zip unpacks by name and returns only the first one. */
function removeDuplicates(entries: SevenZipEntry[]): SevenZipEntry[] {
  const names = new Set<string>()
  return entries.filter(({ name }) => names.size < names.add(name).size)
}

async function unpackEntries(
  file: BookFile,
  entries: readonly SevenZipEntry[],
  sink: Sink,
  firstBytes = maxBatchBytes,
) {
  const wanted: SevenZipEntry[] = []
  for (const entry of entries) {
    const refused = findSevenZipRefusal(entry)
    if (!refused) wanted.push(entry)
    else if (!sink(entry, refused)) return
  }
  for (const batch of batches(wanted, firstBytes)) {
    let wantsMore = true
    const entryOf = new Map(batch.map((entry) => [entry.name, entry]))
    await extract(file, [...entryOf.keys()], (name, bytes) => {
      const entry = entryOf.get(name)
      if (!entry || !wantsMore) return
      wantsMore = sink(entry, bytes?.length === entry.size ? bytes : damagedEntry())
    })
    if (!wantsMore) return
  }
}

/**
 * Yields batches in archive order. Each is four times as large as the previous one, up to the
 * memory limit.
 */
function* batches(
  entries: readonly SevenZipEntry[],
  firstBytes: number,
): Generator<SevenZipEntry[]> {
  let batch: SevenZipEntry[] = []
  let bytes = 0
  let most = firstBytes
  for (const entry of entries) {
    if (batch.length > 0 && bytes + entry.size > most) {
      yield batch
      most = Math.min(most * 4, maxBatchBytes)
      batch = []
      bytes = 0
    }
    batch.push(entry)
    bytes += entry.size
  }
  if (batch.length > 0) yield batch
}

function findSevenZipRefusal(entry: SevenZipEntry): BadFile | null {
  if (entry.encrypted) return lockedArchive()
  if (entry.size > maxEntryBytes || entry.before > maxBlockBytes) {
    return tooLargeEntry(entry.name)
  }
  if (entry.unknownMethod !== null) return unknownMethod(entry.unknownMethod)
  return entry.memory > maxDictionaryBytes ? tooMuchMemory() : null
}

const unknownMethod = (number: string) =>
  new BadFile(
    'unsupported',
    archiveMessages.sevenzip_method({ method: methodNames[number] ?? number }),
  )

/** Compression methods added by other programs. */
const methodNames: Record<string, string> = {
  '04F71101': 'Zstandard',
  '04F71102': 'Brotli',
  '04F71104': 'LZ4',
  '04F71105': 'LZ5',
  '04F71106': 'Lizard',
}

/**
 * Returns whether file names are encrypted. Checks the header directly, because some of these
 * archives crash 7-Zip before it reports an error.
 */
function isDirectoryLocked(file: BookFile): boolean {
  if (file.size < signatureBytes) return false
  const signature = file.read(0, signatureBytes)
  const at = signature.readBigUInt64LE(12) + BigInt(signatureBytes)
  if (at > file.size) return false
  const header = file.readUpTo(Number(at), maxHeaderBytes)
  return header[0] === PACKED_HEADER && header.includes(aes)
}
