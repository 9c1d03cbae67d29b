import { crc32 } from 'node:zlib'
import {
  type Archive,
  PassResults,
  cutArchive,
  damagedEntry,
  createArchiveFromPass,
  needsReading,
  maxComicInfoBytes,
  maxEntryBytes,
  tooLargeEntry,
} from '../archive'
import type { BadFile } from '../../contents/contents'
import { maxHeadBytes } from '../../image/headers/dimensions'
import { isComicInfo, isPageName } from '../page-names'
import { type Take, TarPass } from './tar-pass'
import type { TarEntry, TarList, Wanted } from './tar'
import { unpackInPieces } from './decompress'

interface PackedTar {
  archive: Archive<TarEntry>
  /** Lists all files with the checksums of pages, or undefined if the archive is truncated. */
  checked: { name: string; size: number; crc: number | null }[] | undefined
}

/**
 * Opens a compressed TAR, which can only be read sequentially. One pass lists it, measures the
 * images, reads the ComicInfo file and computes the checksums of pages.
 */
export async function openPackedTar(path: string): Promise<PackedTar> {
  const results = new PassResults()
  const crcs = new Map<number, number>()
  const { entries, cut } = await runTarPass(path, needsEntry, (entry, bytes) => {
    if (needsReading(entry)) results.keep(entry, bytes.subarray(0, needsStart(entry)))
    if (isPageName(entry.name) && bytes.length === entry.size) crcs.set(entry.index, crc32(bytes))
    return true
  })
  const checked = entries.map(({ name, size, index }) => {
    const isEmpty = !isPageName(name) || size === 0
    return { name, size, crc: isEmpty ? 0 : (crcs.get(index) ?? null) }
  })
  return {
    archive: createArchiveFromPass(entries, results, cut ? [cutArchive] : []),
    checked: cut ? undefined : checked,
  }
}

function needsEntry(entry: TarEntry): number {
  if (isPageName(entry.name)) return entry.size
  return needsReading(entry) ? needsStart(entry) : 0
}

const needsStart = ({ name }: TarEntry) => (isComicInfo(name) ? maxComicInfoBytes : maxHeadBytes)

/** Reads `wanted` bytes from each file. */
async function runTarPass(path: string, wanted: Wanted, take: Take): Promise<TarList> {
  const pass = new TarPass(wanted, take)
  const whole = await unpackInPieces(path, (piece) => pass.push(piece))
  return pass.end(!whole)
}

export async function unpackFromTar(path: string, index: number): Promise<Uint8Array> {
  let found: Buffer | undefined
  await runTarPass(
    path,
    (entry) => {
      if (entry.index !== index) return 0
      if (entry.size > maxEntryBytes) throw tooLargeEntry(entry.name)
      return entry.size
    },
    (entry, bytes) => {
      if (bytes.length === entry.size) found = bytes
      return false
    },
  )
  if (!found) throw damagedEntry()
  return found
}

/** Unpacks all wanted files in archive order. */
export async function unpackAllOfTar(
  path: string,
  sink: (entry: TarEntry, bytes: Uint8Array | BadFile) => boolean,
  wants: (entry: TarEntry) => boolean,
): Promise<void> {
  const wanted = (entry: TarEntry) => (wants(entry) && entry.size <= maxEntryBytes ? entry.size : 0)
  await runTarPass(path, wanted, (entry, bytes) =>
    sink(entry, bytes.length === entry.size ? bytes : damagedEntry()),
  )
}
