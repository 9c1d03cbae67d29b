import type { FileMetadata } from './file-metadata'
import { type Message, renderMessage } from '../../platform/messages/message'
import { fileMessages } from './messages'

/** Contents of a book file in the form shared by all format readers. */

export type BookFormat = 'cbz' | 'cbr' | 'cb7' | 'cbt' | 'folder' | 'epub' | 'pdf'

/** Ordered from most to least severe. */
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

/** A problem with a file. `code` is the type of problem. */
export interface Finding {
  code: FindingCode
  message: Message
}

export const pageSides = ['left', 'right', 'center'] as const
/** Side of a page in an open book. `center` means across both sides. */
export type PageSide = (typeof pageSides)[number]

/**
 * A page as stored in the page table. With `offset`, the page is served without reading the archive
 * directory again, as long as the file's size and modification time are unchanged.
 */
export interface Page {
  /** The entry's name in an archive, the page number in a PDF, or the file name in a folder. */
  name: string
  mediaType: string
  /** Unpacked size in bytes, or 0 if the page does not have bytes of its own (PDF). */
  size: number
  /** Size in pixels after EXIF rotation. PDF pages are measured at 144 dpi. */
  width: number | null
  height: number | null
  /**
   * Offset of the packed bytes in the file. Absent if the page is not a range of the file, or
   * cannot be read.
   */
  offset?: number
  packedSize?: number
  /**
   * ZIP compression method. With 0 (stored), [offset, offset + size) is the image itself. 8 means
   * deflated.
   */
  method?: number
  /**
   * Number of the entry that a decoder must unpack, for a page without `offset` (compressed RAR,
   * 7z, compressed TAR, ZIP with a rare method).
   */
  entry?: number
  /** Page types from ComicInfo, such as `FrontCover`, `Story` or `Advertisement`. */
  types?: string[]
  /** Whether the image contains two facing pages. */
  doublePage?: boolean
  /** Name of the chapter that starts here. */
  bookmark?: string
  /** Side of the page in an open book, if specified. */
  side?: PageSide
}

export interface TocEntry {
  title: string
  /** Path in the book with a fragment, or empty for a heading without a target. */
  href: string
  children: TocEntry[]
}

/** One section of an EPUB in reading order. */
export interface SpineItem {
  href: string
  mediaType: string
  linear: boolean
  size: number
  /** Number of positions in this section. The sum over all sections is the page count. */
  positions: number
}

export interface BookContents {
  /** null if the format is not supported, in which case a finding explains why. */
  format: BookFormat | null
  mediaType: string
  pages: Page[]
  /** Number of pages, or number of positions for reflowable text. */
  pageCount: number
  /** Page index, name of an archive entry for `readEntry`, or null. */
  cover: number | string | null
  metadata: FileMetadata | null
  findings: Finding[]
  toc: TocEntry[]
  spine: SpineItem[]
  /** Whether this is a fixed-layout EPUB. */
  fixedLayout: boolean
}

/** A book file that cannot be read. `readBook` converts this error to a finding. */
export class BadFile extends Error {
  readonly code: FindingCode
  readonly userMessage: Message

  constructor(code: FindingCode, message: Message) {
    super(renderMessage(message))
    this.userMessage = message
    this.name = 'BadFile'
    this.code = code
  }

  get finding(): Finding {
    return { code: this.code, message: this.userMessage }
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

/** Adds each finding once, even if a thousand pages have it. */
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

/** Longer page lists would take seconds and megabytes each time the book is opened. */
export const maxPages = 20_000

/** Returns the first pages of a book and adds a finding if there are more. */
export function limitPages<Item>(pages: readonly Item[], findings: Finding[]): readonly Item[] {
  if (pages.length <= maxPages) return pages
  addFinding(findings, tooManyPages)
  return pages.slice(0, maxPages)
}

export const tooManyPages: Finding = {
  code: 'too_large',
  message: fileMessages.too_many_pages({ max: maxPages }),
}
