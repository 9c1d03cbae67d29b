import { BadFile, type BookFormat } from './contents'
import { BookFile } from './file'
import { type Zip, findEntry, openZip } from './zip/zip'

/** What a file is by its content; the extension is never asked. */
export type Detected = { format: 'cbz' | 'epub'; zip: Zip } | { format: 'pdf' } | Unknown

export interface Unknown {
  format: null
  /** What it seems to be, when that much is known. */
  kind: string | null
  broken: BadFile | null
}

const sniffBytes = 1024

/** The format of a file, or null when it is none of ours or too broken to tell. */
export function detectFormat(path: string): BookFormat | null {
  using file = new BookFile(path)
  return detect(file).format
}

export function detect(file: BookFile): Detected {
  const head = file.readUpTo(0, sniffBytes)
  const kind = sniff(head)
  if (kind === 'PDF') return { format: 'pdf' }
  if (kind !== null && kind !== 'ZIP') return { format: null, kind, broken: null }
  return detectZip(file, kind)
}

/** An archive may have junk in front, so a file without a known beginning is asked for its end. */
function detectZip(file: BookFile, kind: string | null): Detected {
  try {
    const zip = openZip(file)
    return { format: isEpub(zip) ? 'epub' : 'cbz', zip }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return { format: null, kind, broken: kind === 'ZIP' ? error : null }
  }
}

function isEpub(zip: Zip): boolean {
  return findEntry(zip, 'META-INF/container.xml') !== undefined
}

const signatures: [kind: string, bytes: string][] = [
  ['ZIP', 'PK\x03\x04'],
  ['ZIP', 'PK\x05\x06'],
  ['RAR', 'Rar!\x1a\x07'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
]

function sniff(head: Buffer): string | null {
  const text = head.toString('latin1')
  const known = signatures.find(([, bytes]) => text.startsWith(bytes))
  if (known) return known[0]
  // The standard allows junk before the header of a PDF.
  if (text.includes('%PDF-')) return 'PDF'
  return text.slice(257, 262) === 'ustar' ? 'tar' : null
}
