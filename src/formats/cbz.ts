import { naturalCompare } from '../lib/natural-order'
import { parseComicInfo } from './comic-info'
import {
  BadFile,
  type BookContents,
  type Finding,
  type Page,
  emptyContents,
  note,
} from './contents'
import { headBytes, readDimensions } from './dimensions'
import type { FileMetadata } from './metadata'
import type { ZipEntry } from './zip/directory'
import { type Zip, readHead, readZipEntry, refusal } from './zip/zip'

const maxComicInfoBytes = 8 << 20
/** A whole book is measured within this many unpacked bytes; later pages stay without a size. */
const maxProbeBytes = 512 << 20

/** A comic archive: its images in natural order, the first of them the cover. */
export function readCbz(zip: Zip): BookContents {
  const contents = emptyContents('cbz')
  const { findings } = contents
  if (zip.recovered) note(findings, recoveredOnly)
  if (zip.entries.some((entry) => isUnsafe(entry.name))) note(findings, unsafeNames)

  contents.pages = describePages(zip, pageEntries(zip), findings)
  contents.pageCount = contents.pages.length
  contents.cover = contents.pageCount > 0 ? 0 : null
  if (contents.pageCount === 0) note(findings, noPages)
  contents.metadata = readComicInfo(zip, findings)
  return contents
}

/** Media type by extension; undefined: not a page. */
export function imageTypeByName(name: string): string | undefined {
  return imageTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
}

/** Measures the entries in the order given. What cannot be read stays listed, without an offset. */
export function describePages(zip: Zip, entries: ZipEntry[], findings: Finding[]): Page[] {
  const probe = prober(zip)
  return entries.map((entry) => {
    const page = plainPage(entry)
    try {
      return { ...page, ...probe(entry) }
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
      note(findings, error.finding)
      return page
    }
  })
}

function pageEntries(zip: Zip): ZipEntry[] {
  const pages = zip.entries.filter(isPage).map((entry) => ({ entry, key: stem(entry.name) }))
  // Without the extension, or `1.5.jpg` would come before `1.jpg`.
  pages.sort((a, b) => naturalCompare(a.key, b.key) || naturalCompare(a.entry.name, b.entry.name))
  return pages.map((page) => page.entry)
}

function isPage(entry: ZipEntry): boolean {
  return !entry.symlink && imageTypeByName(entry.name) !== undefined && !isJunk(entry.name)
}

/** What macOS, Windows and storage boxes leave behind. */
function isJunk(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1)
  return file.startsWith('.') || /(^|\/)(__MACOSX|@eaDir)\//i.test(name)
}

const stem = (name: string) => name.slice(0, name.lastIndexOf('.'))

/** Names that would climb out of a folder if anybody ever unpacked them. Quire never does. */
function isUnsafe(name: string): boolean {
  return (
    name.startsWith('/') ||
    name.includes('\\') ||
    name.includes('\0') ||
    /(^|\/)\.\.(\/|$)/.test(name)
  )
}

function plainPage(entry: ZipEntry): Page {
  return {
    name: entry.name,
    mediaType: imageTypeByName(entry.name) ?? 'application/octet-stream',
    size: entry.size,
    width: null,
    height: null,
  }
}

function prober(zip: Zip) {
  let probed = 0
  return (entry: ZipEntry): Partial<Page> => {
    const refused = refusal(entry)
    if (refused) throw refused

    const { head, offset } = readHead(zip, entry, headBytes)
    const place = { offset, packedSize: entry.packedSize, method: entry.method }
    probed += head.length
    if (probed > maxProbeBytes) return place

    const dimensions = readDimensions(head, (length) => {
      const more = readHead(zip, entry, length).head
      probed += more.length
      return more
    })
    return { ...dimensions, ...place }
  }
}

/** Of several ComicInfo files the shallowest speaks for the book. */
function readComicInfo(zip: Zip, findings: Finding[]): FileMetadata | null {
  let best: ZipEntry | undefined
  for (const entry of zip.entries) {
    if (!/(^|\/)comicinfo\.xml$/i.test(entry.name) || isJunk(entry.name)) continue
    if (!best || depth(entry) < depth(best)) best = entry
  }
  if (!best) return null
  try {
    return parseComicInfo(readZipEntry(zip, best, maxComicInfoBytes), findings)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    note(findings, { code: 'broken_metadata', message: 'The ComicInfo file cannot be read.' })
    return null
  }
}

const depth = (entry: ZipEntry) => entry.name.split('/').length

const imageTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heic',
  jxl: 'image/jxl',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
}

const recoveredOnly: Finding = {
  code: 'truncated',
  message: 'The archive is cut off or damaged; only the pages that could be found are shown.',
}

const unsafeNames: Finding = {
  code: 'unsafe_names',
  message:
    'The archive holds file names that could do harm when unpacked. Reading it here is safe.',
}

const noPages: Finding = { code: 'no_pages', message: 'The archive holds no pictures.' }
