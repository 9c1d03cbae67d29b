import { createReadStream } from 'node:fs'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { type Archive, KeptHeads, cutArchive, damagedEntry, tooLargeEntry } from '../archive'
import { maxComicInfoBytes, maxEntryBytes } from '../archive'
import { BadFile } from '../contents'
import { isComicInfo, isPageName } from '../page-names'
import { blockBytes, parseTarHeader } from './header'
import { type TarEntry, type Wanted, walkTar } from './tar'

const chunkBytes = 1 << 20
const maxUnpackedBytes = 4 * 2 ** 30
const suspiciousBytes = 64 << 20
const suspiciousRatio = 200

/** Whether a GZIP file holds a TAR archive, from its first bytes. */
export function isPackedTar(head: Buffer): boolean {
  try {
    // Z_SYNC_FLUSH accepts a stream that is cut off.
    const start = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 8 << 20 })
    return parseTarHeader(start.subarray(0, blockBytes)) !== null
  } catch {
    // No GZIP at all, then.
    return false
  }
}

/**
 * A packed TAR can only be read from its beginning: one pass lists it, measures the pictures and picks
 * up the ComicInfo file.
 */
export async function packedTarArchive(path: string): Promise<Archive<TarEntry>> {
  const heads = new KeptHeads()
  let info: { index: number; bytes: Uint8Array } | undefined
  const wanted = ({ name, size }: TarEntry) => {
    if (isComicInfo(name)) return size <= maxComicInfoBytes ? size : 0
    return isPageName(name) ? Math.min(size, 1 << 20) : 0
  }
  const { entries, cut } = await passOver(path, wanted, (entry, bytes) => {
    if (!isComicInfo(entry.name)) heads.keep(entry.index, bytes)
    else if (!info || isShallower(entry, entries_[info.index])) info = { index: entry.index, bytes }
    return true
  })
  return {} as never
}
