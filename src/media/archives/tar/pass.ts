import { maxEntryBytes } from '../archive'
import { type Ask, type TarEntry, type TarList, type Wanted, walkTar } from './tar'

/** Gets what is wanted of a file, less where the archive is cut off; false: enough. */
export type Take = (entry: TarEntry, bytes: Buffer) => boolean

/** One pass over a TAR that comes in pieces, from its beginning, as it is unpacked. */
export class TarPass {
  readonly #walk
  readonly #take
  #step: IteratorResult<Ask, TarList>
  /** The file whose bytes were asked for. */
  #entry: TarEntry | null = null
  /** Where the next piece begins. */
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

  /** What of the piece is wanted is copied. false: no more of it is needed. */
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

  /** There is no more of it. `broken`: there should be. */
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
    const goesOn = !entry || this.#take(entry, bytes)
    this.#step = goesOn ? this.#walk.next(bytes) : this.#walk.return({ entries: [], cut: false })
  }
}
