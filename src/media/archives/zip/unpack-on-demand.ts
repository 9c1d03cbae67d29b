/**
 * Unpacks entries with rare methods when they are read. Use this only in decoder child processes.
 * Readers are synchronous but the decoder is not, so a reader runs again after the missing entries
 * have been unpacked.
 */
import { damagedEntry, maxMeasuredBytes, measureImage, type Probe, tooLargeEntry } from '../archive'
import { BadFile } from '../../contents/contents'
import type { Dimensions } from '../../image/headers/dimensions'
import type { ZipEntry } from './central-directory'
import { findRareRefusal, isRare } from './rare-methods'
import { unpackEntry, unpackHead, unpackOrError } from './unpack-zip'
import type { UnpackedEntries, Zip } from './zip'

/** Maximum size of all documents that are kept until the book is read. */
const maxKeptBytes = 128 << 20

/** Returns the result of `read` when all entries that it reads are available. */
export async function readUnpacked<Result>(zip: Zip, read: (zip: Zip) => Result): Promise<Result> {
  const unpacked = new RequestedEntries(zip)
  for (;;) {
    const result = await unpackOrError(() => read({ ...zip, unpacked }))
    if (await unpacked.unpackRequested()) continue
    if (result instanceof BadFile) throw result
    return result
  }
}

class RequestedEntries implements UnpackedEntries {
  readonly #zip: Zip
  readonly #documents = new Map<number, Buffer | BadFile>()
  readonly #images = new Map<number, Dimensions | BadFile | null>()
  /** Documents that were announced but have not been read. */
  readonly #unread = new Set<number>()
  #expectsMore = true
  #keptBytes = 0
  #measuredBytes = 0
  /** These are sets, because a reader requests some entries twice. */
  #wanted = new Set<ZipEntry>()
  #expected = new Set<ZipEntry>()
  #wantedImages = new Set<ZipEntry>()

  constructor(zip: Zip) {
    this.#zip = zip
  }

  read(entry: ZipEntry, maxBytes: number): Buffer | null {
    if (!isRare(entry)) return null
    const refused = findRareRefusal(entry, maxBytes)
    if (refused) throw refused
    const found = this.#documents.get(entry.index)
    if (found instanceof BadFile) throw found
    if (found) {
      this.#unread.delete(entry.index)
      return Buffer.from(found)
    }
    this.#wanted.add(entry)
    throw damagedEntry()
  }

  expect(entries: readonly ZipEntry[], maxBytes: number) {
    for (const entry of entries)
      if (isRare(entry) && !findRareRefusal(entry, maxBytes)) this.#expected.add(entry)
  }

  probe(entry: ZipEntry): Probe {
    const found = this.#images.get(entry.index)
    if (found instanceof BadFile) throw found
    if (found === undefined) this.#wantedImages.add(entry)
    return { place: { entry: entry.index }, head: null, dimensions: found ?? null }
  }

  /** Unpacks the entries that the reader requested. Returns false if there are none. */
  async unpackRequested(): Promise<boolean> {
    const [documents, images] = [this.#wanted, this.#wantedImages]
    if (documents.size + images.size === 0) return false
    for (const entry of documents) await this.#unpackDocument(entry)
    for (const entry of documents.size > 0 ? this.#expected : []) await this.#unpackExpected(entry)
    for (const entry of images) await this.#unpackImage(entry)
    this.#wanted = new Set()
    this.#expected = new Set()
    this.#wantedImages = new Set()
    return true
  }

  async #unpackDocument(entry: ZipEntry) {
    if (this.#documents.has(entry.index)) return
    if (!this.#hasRoom(entry)) this.#dropUnread()
    const bytes = this.#hasRoom(entry)
      ? await unpackOrError(() => unpackEntry(this.#zip, entry))
      : tooLargeEntry(entry.name)
    if (!(bytes instanceof BadFile)) this.#keptBytes += bytes.length
    this.#documents.set(entry.index, bytes instanceof BadFile ? bytes : Buffer.from(bytes))
  }

  async #unpackExpected(entry: ZipEntry) {
    if (!this.#expectsMore || this.#documents.has(entry.index) || !this.#hasRoom(entry)) return
    await this.#unpackDocument(entry)
    this.#unread.add(entry.index)
  }

  #hasRoom({ size }: ZipEntry): boolean {
    return this.#keptBytes + size <= maxKeptBytes
  }

  /**
   * Drops documents that have not been read. If they are read later after all, they are unpacked
   * again, one at a time.
   */
  #dropUnread() {
    this.#expectsMore = false
    for (const index of this.#unread) {
      const found = this.#documents.get(index)
      if (!(found instanceof BadFile)) this.#keptBytes -= found?.length ?? 0
      this.#documents.delete(index)
    }
    this.#unread.clear()
  }

  async #unpackImage(entry: ZipEntry) {
    const isWanted = this.#measuredBytes < maxMeasuredBytes
    const head = await unpackOrError(() => unpackHead(this.#zip, entry, isWanted))
    if (head === null || head instanceof BadFile) {
      this.#images.set(entry.index, head)
      return
    }
    this.#measuredBytes += head.length
    this.#images.set(entry.index, measureImage(head))
  }
}
