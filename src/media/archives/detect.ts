import { BadFile, type BookFormat } from '../contents/contents'
import { BookFile } from '../contents/book-file'
import { parseTarHeader } from './tar/tar-header'
import { mayHoldTar, detectPacking } from './tar/detect-compression'
import { splitArchive } from './archive'
import type { RarList } from './rar/rar-entry'
import type { SevenZipList } from './sevenzip/sevenzip'
import type { TarList } from './tar/tar'
import { type Zip, findEntry, isPartOfZip, openZip } from './zip/zip'

/** The format of a file according to its content. The extension is ignored. */
export type Detected = Archived | { format: 'pdf' } | Unknown

export type Archived =
  | { format: 'cbz'; zip: Zip }
  | { format: 'epub'; zip: Zip }
  | { format: 'cbr'; list?: RarList }
  | { format: 'cb7'; list?: SevenZipList }
  | { format: 'cbt'; packed: boolean; list?: TarList }

export interface Unknown {
  format: null
  broken: BadFile | null
}

const sniffBytes = 4096
/**
 * Number of bytes at the end of a file that may contain the end of a PDF, because some downloads
 * have other data after it.
 */
const pdfTailBytes = 64 << 10
/** Large enough to contain the start of a PDF object, unless the first object is an image. */
const searchedBytes = 1 << 20

/** Returns the format of a file, or null if it is unknown or too damaged to detect. */
export function detectFormat(path: string): BookFormat | null {
  using file = new BookFile(path)
  return detectContent(file).format
}

export function detectContent(file: BookFile): Detected {
  const head = file.readUpTo(0, sniffBytes)
  const packing = detectPacking(head)
  if (packing) {
    return mayHoldTar(packing, head)
      ? { format: 'cbt', packed: true }
      : { format: null, broken: null }
  }
  const kind = detectSignature(head)
  if (kind === 'zip') return detectZip(file, kind)
  if (kind === null) return detectByEnd(file)
  return kind === 'cbt' ? { format: 'cbt', packed: false } : { format: kind }
}

/**
 * Detects a ZIP, whose directory is at the end. Other data may precede it, so this also checks
 * files without a known signature.
 */
function detectZip(file: BookFile, kind: 'zip' | null): Detected {
  try {
    const zip = openZip(file)
    return { format: isEpub(zip) ? 'epub' : 'cbz', zip }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    // The later parts of a split archive begin in the middle of a file.
    const isKnown = kind === 'zip' || error.code === 'unsupported'
    return { format: null, broken: isKnown ? error : null }
  }
}

/** Recognizes an EPUB by its container file, or else by its mimetype and package document. */
function isEpub(zip: Zip): boolean {
  if (findEntry(zip, 'META-INF/container.xml')) return true
  return !!findEntry(zip, 'mimetype') && zip.entries.some(({ name }) => /\.opf$/i.test(name))
}

function detectByEnd(file: BookFile): Detected {
  const found = detectZip(file, null)
  if (found.format !== null || found.broken) return found
  if (isPdfWithoutHeader(file)) return { format: 'pdf' }
  return isPartOfZip(file) ? { format: null, broken: splitArchive() } : found
}

/** Recognizes a PDF by its end, because other programs do not require the header either. */
function isPdfWithoutHeader(file: BookFile): boolean {
  const tail = file.readUpTo(Math.max(0, file.size - pdfTailBytes), pdfTailBytes)
  if (!/startxref\s+\d+\s+%%EOF/.test(tail.toString('latin1'))) return false
  return /\d\s+\d+\s+obj\b/.test(file.readUpTo(0, searchedBytes).toString('latin1'))
}

type Kind = 'zip' | 'pdf' | 'cbr' | 'cb7' | 'cbt'

const signatures: [kind: Kind, bytes: string][] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['zip', 'PK\x07\x08'],
  ['zip', 'PK00PK\x03\x04'],
  ['cbr', 'Rar!\x1a\x07\x00'],
  ['cbr', 'Rar!\x1a\x07\x01\x00'],
  ['cb7', '7z\xbc\xaf\x27\x1c'],
]

/** The standard allows junk before the PDF header. */
const pdfJunkBytes = 1024

function detectSignature(head: Buffer): Kind | null {
  const text = head.toString('latin1')
  const known = signatures.find(([, bytes]) => text.startsWith(bytes))
  if (known) return known[0]
  if (text.slice(0, pdfJunkBytes).includes('%PDF-')) return 'pdf'
  return parseTarHeader(head) ? 'cbt' : null
}
