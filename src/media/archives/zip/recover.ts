import { maxEntries } from '../archive'
import type { BookFile } from '../../contents/book-file'
import { nameEntries, type ZipEntry } from './central-directory'
import type { RawName } from './entry-names'

const LOCAL = 0x04034b50
/** Flag for sizes that are stored after the data, so that the next entry cannot be located. */
const SIZES_FOLLOW = 8
const headerWindowBytes = 4096

/**
 * Recovers the entries of an archive without a usable directory, such as an unfinished download, by
 * walking the local headers. Omits a truncated last entry.
 */
export function recoverEntries(file: BookFile): ZipEntry[] {
  const found: LocalEntry[] = []
  let at = 0
  while (at + 30 <= file.size && found.length < maxEntries) {
    const next = readLocalEntry(file, at)
    if (!next) break
    found.push(next)
    at = next.next
  }
  return nameEntries(
    found.map(({ entry }) => entry),
    found.map(({ name }) => name),
  )
}

interface LocalEntry {
  entry: Omit<ZipEntry, 'index' | 'name'>
  name: RawName
  /** Offset of the next header. */
  next: number
}

function readLocalEntry(file: BookFile, at: number): LocalEntry | null {
  const header = file.readUpTo(at, headerWindowBytes)
  if (header.readUInt32LE(0) !== LOCAL) return null

  const flags = header.readUInt16LE(6)
  const nameEnd = 30 + header.readUInt16LE(26)
  const extraEnd = nameEnd + header.readUInt16LE(28)
  const packedSize = header.readUInt32LE(18)
  const next = at + extraEnd + packedSize
  const sizesUnknown = (flags & SIZES_FOLLOW) !== 0 || packedSize === 0xffffffff
  if (sizesUnknown || extraEnd > header.length || next > file.size) return null

  const entry = {
    method: header.readUInt16LE(8),
    flags,
    crc: header.readUInt32LE(14),
    packedSize,
    size: header.readUInt32LE(22),
    offset: at,
    symlink: false,
  }
  const name = {
    raw: header.subarray(30, nameEnd),
    flags,
    extra: header.subarray(nameEnd, extraEnd),
  }
  return { entry, name, next }
}
