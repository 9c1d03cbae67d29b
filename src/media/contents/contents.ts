import type { FileMetadata } from './file-metadata'
import { type Message, renderMessage } from '../../platform/messages/message'

/** What a book file turned out to hold: the words every format reader answers in. */

export type BookFormat = 'cbz' | 'cbr' | 'cb7' | 'cbt' | 'folder' | 'epub' | 'pdf'

/** The gravest first. */
export const findingCodes = [
  'encrypted',
  'drm',
  'unreadable',
  'truncated',
  'not_what_it_says',
  'unsupported',
  'no_pages',
  'too_large',
  'unsafe_names',
  'broken_metadata',
] as const
export type FindingCode = (typeof findingCodes)[number]

/** Something wrong with a file; `code` is the kind of problem. */
export interface Finding {
  code: FindingCode
  message: Message
}

export const pageSides = ['left', 'right', 'center'] as const
/** Where a page lies in an open book; `center`: over both sides. */
export type PageSide = (typeof pageSides)[number]

/**
 * One page as the page table keeps it. With `offset` a page is served without opening the archive's
 * directory again, as long as the file's size and time have not changed.
 */
export interface Page {
  /** The entry's name inside the archive; for a PDF the page number, for a folder the file's name. */
  name: string
  mediaType: string
  /** Bytes once unpacked; 0 where the page has no bytes of its own (PDF). */
  size: number
  /** Pixels as shown, turned by EXIF; a PDF page is measured at 144 dots per inch. */
  width: number | null
  height: number | null
  /** Where the page's (packed) bytes begin in the file. Absent when they cannot be read. */
  offset?: number
  packedSize?: number
  /** ZIP method: 0 stored, so [offset, offset + size) of the file is the image itself; 8 deflated. */
  method?: number
  /**
   * Number of the entry within its archive, for a page without `offset` that a decoder can unpack
   * (compressed RAR, 7z, packed TAR).
   */
  entry?: number
  /** What ComicInfo calls the page: `FrontCover`, `Story`, `Advertisement` … */
  types?: string[]
  /** The picture is two facing pages. */
  doublePage?: boolean
  /** Name of the chapter or place that begins here. */
  bookmark?: string
  /** Where the page lies in the open book, if the book says so. */
  side?: PageSide
}

export interface TocEntry {
  title: string
  /** Path inside the book with its fragment; empty for a heading that leads nowhere. */
  href: string
  children: TocEntry[]
}

/** One part of an EPUB in reading order. */
export interface SpineItem {
  href: string
  mediaType: string
  linear: boolean
  size: number
  /** The positions (1-based count) this part takes; their sum is the page count. */
  positions: number
}

export interface BookContents {
  /** null when the content is not a format Quire reads; a finding says why. */
  format: BookFormat | null
  mediaType: string
  pages: Page[]
  /** Pages, or positions of a text that flows. */
  pageCount: number
  /** Index of a page, or name of an archive entry for `readEntry`, or null. */
  cover: number | string | null
  metadata: FileMetadata | null
  findings: Finding[]
  toc: TocEntry[]
  spine: SpineItem[]
  /** An EPUB whose pages are laid out once and for all. */
  fixedLayout: boolean
}

/** A book file that cannot be read. Thrown inside this room; `readBook` turns it into a finding. */
export class BadFile extends Error {
  readonly code: FindingCode
  readonly told: Message

  constructor(code: FindingCode, message: Message) {
    super(renderMessage(message))
    this.told = message
    this.name = 'BadFile'
    this.code = code
  }

  get finding(): Finding {
    return { code: this.code, message: this.told }
  }
}

export function emptyContents(format: BookFormat | null, findings: Finding[] = []): BookContents {
  return {
    format,
    mediaType: format ? mediaTypes[format] : 'application/octet-stream',
    pages: [],
    pageCount: 0,
    cover: null,
    metadata: null,
    findings,
    toc: [],
    spine: [],
    fixedLayout: false,
  }
}

const maxFindings = 50

/** Adds a finding once; a thousand bad pages are still one thing to tell. */
export function addFinding(findings: Finding[], finding: Finding) {
  if (findings.length >= maxFindings) return
  const known = findings.some((other) => Bun.deepEquals(other, finding))
  if (!known) findings.push(finding)
}

const mediaTypes: Record<BookFormat, string> = {
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  cbt: 'application/x-cbt',
  folder: 'inode/directory',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}
