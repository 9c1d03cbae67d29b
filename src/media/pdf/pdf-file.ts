import { BookFile } from '../contents/book-file'
import { choosePdfView, type PdfView } from './pdf-view'

/** A read by PDFium, in offsets of the file on disk. */
interface FileRead {
  offset: number
  length: number
}

/** Shorter reads are made by the parser and are not recorded. */
const minRecordedBytes = 64
const maxRecordedReads = 10_000

/**
 * A PDF as PDFium reads it, with a header at the beginning. Records which parts were read, because
 * PDFium does not report where an object is.
 */
export class PdfFile implements Disposable {
  readonly size: number
  readonly #file: BookFile
  readonly #view: PdfView
  readonly #reads: FileRead[] = []

  constructor(path: string) {
    this.#file = new BookFile(path)
    try {
      this.#view = choosePdfView(this.#file)
    } catch (error) {
      this.#file[Symbol.dispose]()
      throw error
    }
    this.size = this.#view.head.length + this.#file.size - this.#view.start
  }

  readInto(target: Uint8Array, position: number) {
    const { head, start } = this.#view
    const added = head.subarray(position, position + target.length)
    target.set(added)
    const offset = position + added.length - head.length + start
    this.#file.readInto(target.subarray(added.length), offset)
    if (target.length < minRecordedBytes || this.#reads.length >= maxRecordedReads) return
    this.#reads.push({ offset, length: target.length })
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
