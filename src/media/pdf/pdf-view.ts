import type { BookFile } from '../contents/book-file'

/** The bytes of a file from `start` on, preceded by those of `head`. */
export interface PdfView {
  head: Uint8Array
  start: number
}

/** Other PDF readers find a header after any plausible amount of junk. */
const searchedBytes = 1 << 20
const tailBytes = 2048
/** A header that replaces a damaged one must not overwrite an object. */
const objectStart = /\d+\s+\d+\s+obj\b/
const header = Buffer.from('%PDF-1.7')

/**
 * Makes a file readable if its header is missing or follows other data. PDFium then expects all
 * offsets to count from the header, but programs that insert data before the header do not always
 * adjust the offsets.
 */
export function choosePdfView(file: BookFile): PdfView {
  const whole = { head: new Uint8Array(), start: 0 }
  const beginning = file.readUpTo(0, searchedBytes)
  const headerAt = beginning.indexOf('%PDF-')
  if (headerAt === 0) return whole
  const table = findTable(file)
  if (headerAt > 0 && (!isTable(file, table) || isTable(file, headerAt + table))) {
    return { ...whole, start: headerAt }
  }
  const firstObject = objectStart.exec(beginning.toString('latin1', 0, tailBytes))?.index
  return firstObject === undefined || firstObject >= header.length
    ? { head: header, start: header.length }
    : { head: Buffer.concat([header, Buffer.from('\n')]), start: 0 }
}

/** Returns the offset of the cross-reference table as declared by the file, or NaN. */
function findTable(file: BookFile): number {
  const tail = file.readUpTo(Math.max(0, file.size - tailBytes), tailBytes).toString('latin1')
  const [, offset] = [...tail.matchAll(/startxref\s+(\d{1,12})/g)].at(-1) ?? []
  return Number(offset)
}

const isTable = (file: BookFile, offset: number) =>
  offset < file.size &&
  /^\s*(xref|\d+\s+\d+\s+obj)/.test(file.readUpTo(offset, 40).toString('latin1'))
