/** Unpacks ZIP entries with rare compression methods. Use this only in decoder child processes. */
import {
  PassResults,
  damagedEntry,
  maxComicInfoBytes,
  maxMeasuredBytes,
  needsReading,
  tooMuchMemory,
} from '../archive'
import { BadFile } from '../../contents/contents'
import { BookFile } from '../../contents/book-file'
import { headBytes, maxHeadBytes, probeDimensions } from '../../image/headers/dimensions'
import { isComicInfo } from '../page-names'
import { unpackWholeStream } from '../sevenzip/seven-zip-wasm'
import type { ZipEntry } from './central-directory'
import { findRareRefusal, isRare, parameterBytes, requireMemory } from './rare-methods'
import { SingleEntryZip } from './single-entry'
import { type Zip, locateZipData, openZip } from './zip'

/** The decompressor needs a few megabytes in addition to its dictionary. */
const maxMemoryBytes = 300 << 20

/** Receives each entry or its error. Returns false to stop. */
export type Sink = (entry: ZipEntry, bytes: Uint8Array | BadFile) => boolean

/** Reads the ComicInfo file and the headers of images with rare methods, within the size limits. */
export async function collectFromZip(zip: Zip): Promise<PassResults> {
  const results = new PassResults()
  let spent = 0
  for (const entry of zip.entries) {
    if (!isRare(entry) || !needsReading(entry)) continue
    const bytes = await unpackOrError<Uint8Array | null>(() =>
      isComicInfo(entry.name)
        ? unpackEntry(zip, entry, maxComicInfoBytes)
        : unpackHead(zip, entry, spent < maxMeasuredBytes),
    )
    if (bytes instanceof BadFile) results.fail(entry, bytes)
    else if (bytes) {
      spent += bytes.length
      results.keep(entry, bytes)
    }
  }
  return results
}

/** Unpacks the wanted entries one by one. */
export async function unpackZip(
  path: string,
  sink: Sink,
  wants: (entry: ZipEntry) => boolean,
): Promise<void> {
  using file = new BookFile(path)
  const zip = openZip(file)
  for (const entry of zip.entries.filter(wants)) {
    const bytes = await unpackOrError(() => unpackEntry(zip, entry))
    if (!sink(entry, bytes)) return
  }
}

export async function unpackFromZip(path: string, index: number): Promise<Uint8Array> {
  using file = new BookFile(path)
  const zip = openZip(file)
  const entry = zip.entries[index]
  if (!entry) throw damagedEntry()
  return await unpackEntry(zip, entry)
}

export async function unpackOrError<Result>(
  unpack: () => Result | Promise<Result>,
): Promise<Result | BadFile> {
  try {
    return await unpack()
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return error
  }
}

/** Unpacks an entry of at most `maxBytes`. Throws `BadFile`. */
export async function unpackEntry(
  zip: Zip,
  entry: ZipEntry,
  maxBytes?: number,
): Promise<Uint8Array> {
  // Pages with other methods are read in place.
  if (!isRare(entry)) throw damagedEntry()
  const refused = findRareRefusal(entry, maxBytes)
  if (refused) throw refused
  const bytes = Buffer.alloc(entry.size)
  let done = 0
  const isWhole = await unpackPieces(zip, entry, (piece) => {
    const fits = done + piece.length <= bytes.length
    if (fits) bytes.set(piece, done)
    done += piece.length
    return fits
  })
  if (!isWhole || done !== bytes.length) throw damagedEntry()
  return bytes
}

/** Unpacks as much of an image as needed to measure it. Returns null if it is not wanted. */
export async function unpackHead(zip: Zip, entry: ZipEntry, isWanted: boolean) {
  const refused = findRareRefusal(entry)
  if (refused) throw refused
  if (!isWanted) return null
  const pieces: Buffer[] = []
  let length = 0
  let needed = headBytes
  const isWhole = await unpackPieces(zip, entry, (piece) => {
    pieces.push(Buffer.from(piece))
    length += piece.length
    if (length < needed) return true
    pieces.splice(0, pieces.length, Buffer.concat(pieces))
    const probe = probeDimensions(pieces[0]!)
    if (!probe || !('need' in probe) || probe.need > maxHeadBytes) return false
    // At least doubles the number of bytes, so that the bytes are copied only a few times.
    needed = Math.min(maxHeadBytes, Math.max(probe.need, 2 * length))
    return length < maxHeadBytes
  })
  if (!isWhole) throw damagedEntry()
  return Buffer.concat(pieces)
}

/** Returns false for a damaged entry. */
async function unpackPieces(
  zip: Zip,
  entry: ZipEntry,
  take: (piece: Uint8Array) => boolean,
): Promise<boolean> {
  const offset = locateZipData(zip, entry)
  requireMemory(zip.file.read(offset, Math.min(parameterBytes, entry.packedSize)), entry.method)
  const source = new SingleEntryZip(zip.file, entry, offset)
  const { ok } = await unpackWholeStream(source, 'zip', (piece, { memory }) => {
    if (memory > maxMemoryBytes) throw tooMuchMemory()
    return take(piece)
  })
  return ok
}
