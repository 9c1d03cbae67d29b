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

/**
 * Opens a compressed TAR, which can only be read sequentially. One pass lists it, measures the
 * images and reads the ComicInfo file.
 */
export async function openPackedTarArchive(path: string): Promise<Archive<TarEntry>> {
  const results = new PassResults()
  const { entries, cut } = await runTarPass(path, needsEntry, (entry, bytes) => {
    results.keep(entry, bytes)
    return true
  })
  return createArchiveFromPass(entries, results, cut ? [cutArchive] : [])
}

function needsEntry(entry: TarEntry): number {
  if (!needsReading(entry)) return 0
  return isComicInfo(entry.name) ? maxComicInfoBytes : maxHeadBytes
}

/**
 * Lists all files in one pass and computes the checksums of pages. Returns undefined if the archive
 * is truncated.
 */
export async function checkPackedTar(path: string) {
  const crcs = new Map<number, number>()
  const { entries, cut } = await runTarPass(
    path,
    ({ name, size }) => (isPageName(name) ? size : 0),
    (entry, bytes) => {
      if (bytes.length === entry.size) crcs.set(entry.index, crc32(bytes))
      return true
    },
  )
  if (cut) return undefined
  return entries.map(({ name, size, index }) => {
    const isEmpty = !isPageName(name) || size === 0
    return { name, size, crc: isEmpty ? 0 : (crcs.get(index) ?? null) }
  })
}

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
