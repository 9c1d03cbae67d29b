import { readCbz } from './cbz'
import { BadFile, type BookContents, type Finding, type Page, emptyContents } from './contents'
import { type Unknown, detect } from './detect'
import { readEpub } from './epub/epub'
import { BookFile } from './file'
import { findEntry, openZip, readZipEntry, unpack } from './zip/zip'

/**
 * The one door to book files: what a file holds, and the bytes of its pages. Bad files become findings;
 * only the machine's own faults (no such file, no permission, a dead disk) are thrown. Everything reads
 * synchronously, so call it in a Worker or child process, never in the server's main thread.
 */
export async function readBook(path: string, pdfReader = readPdfHere): Promise<BookContents> {
  const contents = readArchive(path)
  return contents ?? pdfReader(path)
}

/** The original bytes of a page of an archive. Throws `BadFile` when it cannot be unpacked. */
export function readPage(path: string, page: Page): Uint8Array {
  const { offset, packedSize, method, size } = page
  if (offset === undefined || packedSize === undefined || method === undefined) {
    throw new BadFile('unreadable', 'This page of the file cannot be read.')
  }
  if (size > maxPageBytes || packedSize > maxPageBytes) {
    throw new BadFile('too_large', 'This page is far too large.')
  }
  using file = new BookFile(path)
  return unpack(file.read(offset, packedSize), { method, size })
}

/** An entry of an archive by its name (the cover of an EPUB); null when there is none. */
export function readEntry(path: string, name: string): Uint8Array | null {
  using file = new BookFile(path)
  const zip = openZip(file)
  const entry = findEntry(zip, name)
  return entry ? readZipEntry(zip, entry) : null
}

const maxPageBytes = 128 << 20
const emptyFile: Finding = { code: 'truncated', message: 'This file is empty.' }

/** null: a PDF, which PDFium has to read. */
function readArchive(path: string): BookContents | null {
  try {
    using file = new BookFile(path)
    if (file.size === 0) return emptyContents(null, [emptyFile])
    const detected = detect(file)
    if (detected.format === 'pdf') return null
    if (detected.format === null) return emptyContents(null, [whyNot(detected)])
    return detected.format === 'epub' ? readEpub(detected.zip) : readCbz(detected.zip)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return emptyContents(null, [error.finding])
  }
}

/** PDFium is loaded only by who needs it: a Worker that never meets a PDF stays small. */
async function readPdfHere(path: string): Promise<BookContents> {
  const { readPdf } = await import('./pdf')
  return readPdf(path)
}

function whyNot({ kind, broken }: Unknown): Finding {
  if (broken) return broken.finding
  if (kind)
    return { code: 'unsupported', message: `This is a ${kind} file, which Quire cannot read yet.` }
  return {
    code: 'not_what_it_says',
    message: 'This file is not a book that Quire can read, whatever its name says.',
  }
}
