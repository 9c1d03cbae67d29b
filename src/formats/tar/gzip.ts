import { createReadStream } from 'node:fs'
import { constants, crc32, createGunzip, createZstdDecompress, gunzipSync } from 'node:zlib'
import {
  type Archive,
  Gleanings,
  cutArchive,
  damagedEntry,
  gleanedArchive,
  isWorthALook,
  maxComicInfoBytes,
  maxEntryBytes,
  tooLargeEntry,
} from '../archive'
import { BadFile } from '../contents'
import { BookFile } from '../file'
import { isComicInfo, isPageName } from '../page-names'
import { blockBytes, parseTarHeader } from './header'
import { type TarEntry, type TarList, type Wanted, walkTar } from './tar'

/** The first bytes of Zstandard. */
export const zstdMagic = '\x28\xb5\x2f\xfd'
const chunkBytes = 1 << 20
/** Every JPEG tells its size within this. */
const measuredBytes = 1 << 20
const maxUnpackedBytes = 4 * 2 ** 30
const suspiciousBytes = 64 << 20
const suspiciousRatio = 200

/** Whether a GZIP file holds a TAR archive, from its first bytes. */
export function isPackedTar(head: Buffer): boolean {
  try {
    // Z_SYNC_FLUSH accepts a stream that is cut off.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 8 << 20 }
    return parseTarHeader(gunzipSync(head, options).subarray(0, blockBytes)) !== null
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
  const gleanings = new Gleanings()
  const { entries, cut } = await passOver(path, looksAt, (entry, bytes) => {
    gleanings.keep(entry, bytes)
    return true
  })
  return gleanedArchive(entries, gleanings, cut ? [cutArchive] : [])
}

function looksAt(entry: TarEntry): number {
  if (!isWorthALook(entry)) return 0
  return isComicInfo(entry.name) ? maxComicInfoBytes : measuredBytes
}

/** Its files, the pages with their checksums, in one pass; undefined: it is cut off. */
export async function checkPackedTar(path: string) {
  const crcs = new Map<number, number>()
  const { entries, cut } = await passOver(
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

/** One file of a packed TAR, or several: `wanted` says how many bytes of each, `take` whether to go on. */
async function passOver(
  path: string,
  wanted: Wanted,
  take: (entry: TarEntry, bytes: Buffer) => boolean,
): Promise<TarList> {
  await using source = new UnpackedStream(path)
  const passing: { entry: TarEntry | null } = { entry: null }
  const walk = walkTar((entry) => {
    const length = Math.min(entry.size, wanted(entry), maxEntryBytes)
    passing.entry = length > 0 ? entry : null
    return length
  })
  for (let step = walk.next(); ;) {
    if (step.done) return step.value
    const { entry } = passing
    const bytes = await source.read(step.value.at, step.value.length)
    passing.entry = null
    if (entry && !take(entry, bytes)) return { entries: [], cut: false }
    step = walk.next(bytes)
    if (step.done && source.broken) return { ...step.value, cut: true }
  }
}

/** All of one file. */
export async function unpackFromTar(path: string, index: number): Promise<Uint8Array> {
  let found: Buffer | undefined
  await passOver(
    path,
    (entry) => {
      if (entry.index !== index) return 0
      if (entry.size > maxEntryBytes) throw tooLargeEntry(entry.name)
      return entry.size
    },
    (entry, bytes) => {
      if (bytes.length === entry.size) found = Buffer.from(bytes)
      return false
    },
  )
  if (!found) throw damagedEntry()
  return found
}

/** All files that are wanted, one after the other. */
export async function unpackAllOfTar(
  path: string,
  sink: (entry: TarEntry, bytes: Uint8Array | BadFile) => boolean,
  wants: (entry: TarEntry) => boolean,
): Promise<void> {
  const wanted = (entry: TarEntry) => (wants(entry) && entry.size <= maxEntryBytes ? entry.size : 0)
  await passOver(path, wanted, (entry, bytes) =>
    sink(entry, bytes.length === entry.size ? Buffer.from(bytes) : damagedEntry()),
  )
}

function isZstd(path: string): boolean {
  using file = new BookFile(path)
  return file.readUpTo(0, zstdMagic.length).toString('latin1') === zstdMagic
}

/** The unpacked bytes, read forward only. A bomb is refused, a cut or broken stream is a short one. */
class UnpackedStream implements AsyncDisposable {
  broken = false
  readonly #file
  readonly #chunks
  /** Where `#chunk` begins. */
  #at = 0
  #chunk: Buffer = Buffer.alloc(0)

  constructor(path: string) {
    this.#file = createReadStream(path, { highWaterMark: chunkBytes })
    const inflater = isZstd(path)
      ? createZstdDecompress({ chunkSize: chunkBytes })
      : createGunzip({ chunkSize: chunkBytes })
    this.#file.on('error', (error) => inflater.destroy(error))
    this.#chunks = this.#file.pipe(inflater)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Fewer bytes only where the stream ends. `at` never lies before the end of what was read last. */
  async read(at: number, length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    let missing = length
    while (missing > 0) {
      const from = at + length - missing - this.#at
      const piece = this.#chunk.subarray(from, from + missing)
      if (piece.length > 0) pieces.push(piece)
      missing -= piece.length
      if (missing > 0 && !(await this.#advance())) break
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }

  async #advance(): Promise<boolean> {
    const next = await this.#next()
    if (!next) return false
    this.#at += this.#chunk.length
    this.#chunk = next
    this.#refuseBomb(this.#at + next.length)
    return true
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#chunks.next()
      return done ? null : value
    } catch (error) {
      const { code } = error as { code?: string }
      // zlib's own words mean nothing to a reader of comics; a dead disk is another matter.
      if (!/^Z(STD)?_/.test(code ?? '') && code !== 'ERR_BUFFER_TOO_LARGE') throw error
      this.broken = true
      return null
    }
  }

  #refuseBomb(unpacked: number) {
    const suspicious =
      unpacked > suspiciousBytes && unpacked / this.#file.bytesRead > suspiciousRatio
    if (suspicious || unpacked > maxUnpackedBytes) {
      throw new BadFile('too_large', 'This archive was not opened, to protect the server.')
    }
  }

  [Symbol.asyncDispose]() {
    this.#file.destroy()
    return Promise.resolve(this.#chunks.return?.()).then(() => undefined)
  }
}
