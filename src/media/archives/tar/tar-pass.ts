import { maxEntryBytes } from '../archive'
import { type Ask, type TarEntry, type TarList, type Wanted, walkTar } from './tar'

/**
 * Receives the wanted bytes of a file, or fewer if the archive is truncated. Returns false to stop.
 */
export type Take = (entry: TarEntry, bytes: Buffer) => boolean

/** Reads a TAR from sequential chunks. */
export class TarPass {
  readonly #walk
  readonly #take
  #step: IteratorResult<Ask, TarList>
  /** The file whose bytes are being collected. */
  #entry: TarEntry | null = null
  /** Offset of the next chunk. */
  #at = 0
  #found: Buffer[] = []
  #foundBytes = 0

  constructor(wanted: Wanted, take: Take) {
    this.#take = take
    this.#walk = walkTar((entry) => {
      const length = Math.min(entry.size, wanted(entry), maxEntryBytes)
      this.#entry = length > 0 ? entry : null
      return length
    })
    this.#step = this.#walk.next()
  }

  /** Copies the wanted bytes from a chunk. Returns false if no more chunks are needed. */
  push(piece: Uint8Array): boolean {
    const end = this.#at + piece.length
    while (!this.#step.done) {
      const { at, length } = this.#step.value
      const from = at + this.#foundBytes
      const part = piece.slice(Math.max(0, from - this.#at), Math.max(0, at + length - this.#at))
      this.#found.push(Buffer.from(part.buffer, part.byteOffset, part.length))
      this.#foundBytes += part.length
      if (this.#foundBytes < length) break
      this.#answer()
    }
    this.#at = end
    return !this.#step.done
  }

  /** Returns the list after the last chunk. `broken` means that the stream ended early. */
  end(broken: boolean): TarList {
    const wasOver = this.#step.done
    while (!this.#step.done) this.#answer()
    const list = this.#step.value
    return broken && !wasOver ? { ...list, cut: true } : list
  }

  #answer() {
    const bytes = Buffer.concat(this.#found)
    const entry = this.#entry
    this.#found = []
    this.#foundBytes = 0
    this.#entry = null
    const wantsMore = !entry || this.#take(entry, bytes)
    this.#step = wantsMore ? this.#walk.next(bytes) : this.#walk.return({ entries: [], cut: false })
  }
}
