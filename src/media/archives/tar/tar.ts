import { type ArchiveEntry, maxEntries, tooManyEntries } from '../archive'
import { decodeEntryNames, type RawName, UTF8_FLAG } from '../zip/entry-names'
import { type TarHeader, blockBytes, parseTarHeader } from './tar-header'

export interface TarEntry extends ArchiveEntry {
  /** Index among the archive's files. */
  index: number
  /** Offset of the content in the uncompressed archive. */
  offset: number
}

/**
 * A range of bytes requested by the walk. Offsets only increase, so a stream can provide the bytes.
 */
export interface Ask {
  at: number
  length: number
}

export interface TarList {
  entries: TarEntry[]
  /** Whether the archive is truncated or damaged. */
  cut: boolean
}

/** Returns how many bytes of a file the walk should request. */
export type Wanted = (entry: TarEntry) => number

const maxExtensionBytes = 1 << 20
const maxBlocks = 4 * maxEntries

/**
 * Walks through the headers. The caller answers each request with the bytes, and passes fewer bytes
 * only at the end of the file. Bytes of `wanted` files are meant for the caller; the walk ignores
 * them.
 */
export function* walkTar(wanted: Wanted = () => 0): Generator<Ask, TarList, Buffer> {
  const entries: TarEntry[] = []
  const names: RawName[] = []
  let ahead: Attributes = {}
  let at = 0
  for (let blocks = 0; blocks < maxBlocks; blocks++) {
    const block: Buffer = yield { at, length: blockBytes }
    if (isEndBlock(block)) return { entries: nameEntries(entries, names), cut: at === 0 }
    const header = parseTarHeader(block)
    const start = at + blockBytes
    if (!header || !Number.isSafeInteger(start + header.size)) break
    if (isExtension(header.type)) {
      if (header.size > maxExtensionBytes) break
      ahead = {
        ...ahead,
        ...parseAttributes(header.type, yield { at: start, length: header.size }),
      }
      at = start + padToBlock(header.size)
      continue
    }
    const { isUtf8 = false, ...entry } = {
      ...header,
      ...ahead,
      index: entries.length,
      offset: start,
    }
    ahead = {}
    at = start + padToBlock(entry.size)
    if (!isFile(header)) continue
    names.push({ raw: entry.name, flags: isUtf8 ? UTF8_FLAG : 0, extra: noExtra })
    const length = addEntry(entries, { ...entry, name: entry.name.toString('utf8') }, wanted)
    if (length > 0) yield { at: start, length }
  }
  return { entries: nameEntries(entries, names), cut: true }
}

const noExtra = Buffer.alloc(0)

/** The encoding of names is known only after all names have been read. */
function nameEntries(entries: readonly TarEntry[], names: readonly RawName[]): TarEntry[] {
  const decoded = decodeEntryNames(names)
  return entries.map((entry, i) => ({ ...entry, name: decoded[i] ?? entry.name }))
}

function addEntry(entries: TarEntry[], entry: TarEntry, wanted: Wanted): number {
  if (entries.length === maxEntries) throw tooManyEntries()
  const { name, size, index, offset } = entry
  entries.push({ name, size, index, offset })
  return Math.min(size, wanted(entry))
}

/** Returns whether this is the end of the file or a block of zeros. */
const isEndBlock = (block: Buffer) =>
  block.length === 0 || (block.length === blockBytes && block.every((byte) => byte === 0))

const padToBlock = (size: number) => Math.ceil(size / blockBytes) * blockBytes

/**
 * Returns whether this is a regular file in the old or new format, or a "contiguous" one. A
 * trailing slash means a folder.
 */
const isFile = ({ type, name }: TarHeader) => '0\x007'.includes(type) && name.at(-1) !== slash

const slash = 47

/** Attributes of the next file, which come from a preceding extension block. */
interface Attributes {
  name?: Buffer
  /** Standard attributes are in UTF-8. */
  isUtf8?: boolean
  size?: number
}

/** `x` (once `X`) and `g` are standard attributes, `L` is a GNU long name, `K` a GNU long link. */
const isExtension = (type: string) => 'xgLKX'.includes(type)

function parseAttributes(type: string, body: Buffer): Attributes {
  if (type === 'L') return { name: cutAtZero(body), isUtf8: false }
  return type === 'x' || type === 'X' ? parsePaxAttributes(body) : {}
}

function cutAtZero(body: Buffer): Buffer {
  const end = body.indexOf(0)
  return Buffer.from(end < 0 ? body : body.subarray(0, end))
}

/** Parses records such as `25 path=some/long/name\n`. The number is the length of the record. */
function parsePaxAttributes(body: Buffer): Attributes {
  const found: Attributes = {}
  let at = 0
  while (at < body.length) {
    const blank = body.indexOf(32, at)
    if (blank < 0 || blank - at > 10) break
    const length = Number(body.toString('latin1', at, blank))
    if (!Number.isInteger(length) || length < blank - at + 2 || at + length > body.length) break
    const record = body.toString('utf8', blank + 1, at + length - 1)
    if (record.startsWith('path='))
      Object.assign(found, { name: Buffer.from(record.slice(5)), isUtf8: true })
    if (/^size=\d{1,15}$/.test(record)) found.size = Number(record.slice(5))
    at += length
  }
  return found
}
