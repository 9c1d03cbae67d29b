import { BookFile } from '../contents/book-file'

/** A read of PDFium, in offsets of the file on disk. */
interface FileRead {
  offset: number
  length: number
}

/** Shorter reads are those of the parser. */
const minRecordedBytes = 64
const maxRecordedReads = 10_000

/**
 * A PDF as PDFium reads it. It remembers which parts were read, because PDFium does not tell where
 * an object is.
 */
export class PdfFile implements Disposable {
  readonly size: number
  readonly #file: BookFile
  readonly #reads: FileRead[] = []

  constructor(path: string) {
    this.#file = new BookFile(path)
    this.size = this.#file.size
  }

  readInto(target: Uint8Array, position: number) {
    this.#file.readInto(target, position)
    if (target.length < minRecordedBytes || this.#reads.length >= maxRecordedReads) return
    this.#reads.push({ offset: position, length: target.length })
  }

  /** Lists the offsets of reads with a length in this range. */
  listReads(minLength: number, maxLength: number): number[] {
    const reads = this.#reads.filter(({ length }) => length >= minLength && length <= maxLength)
    return [...new Set(reads.map(({ offset }) => offset))]
  }

  /** Returns at most `length` bytes of the file on disk that end at `offset`. */
  readBefore(offset: number, length: number): Buffer {
    const start = Math.max(0, offset - length)
    return this.#file.read(start, offset - start)
  }

  [Symbol.dispose]() {
    this.#file[Symbol.dispose]()
  }
}
