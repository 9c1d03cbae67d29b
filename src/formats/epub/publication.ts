/** An EPUB as a reading app opens it: what is read in which order, contents, and the files themselves. */
import { BadFile, type Finding, type TocEntry } from '../contents'
import { detect } from '../detect'
import { BookFile } from '../file'
import type { FileMetadata } from '../metadata'
import { refusal } from '../zip/zip'
import { epubFiles } from './book'
import { isLocked, readSpine } from './epub'
import { epubMetadata } from './metadata'
import { isFixedLayout, readPackage } from './opf'
import { readPageList, readToc } from './toc'

/** A part in reading order; `positions` of them make the list of positions. */
export interface PublicationPart {
  href: string
  mediaType: string
  linear: boolean
  positions: number
}

/** Where a file lies in the archive. Paths are those of the archive, without a slash before them. */
export interface PublicationFile {
  mediaType: string
  size: number
  packedSize: number
  method: number
  /** Of the local header, before name and data. */
  headerOffset: number
  /** Why it will not be unpacked. */
  refused: string | null
}

export interface Publication {
  metadata: FileMetadata
  direction: 'ltr' | 'rtl' | null
  fixedLayout: boolean
  spine: PublicationPart[]
  toc: TocEntry[]
  /** Where the pages of the printed book begin. */
  pageList: TocEntry[]
  /** What the book says it is made of, without what is in the spine. */
  resources: string[]
  cover: string | null
  files: Map<string, PublicationFile>
}

/** Throws `BadFile`. Reads synchronously: for a child. */
export function readPublication(path: string): Publication {
  using file = new BookFile(path)
  const detected = detect(file)
  if (detected.format !== 'epub') {
    throw new BadFile('not_what_it_says', 'This book is no e-book of the kind EPUB.')
  }
  const files = epubFiles(detected.zip)
  const opf = readPackage(files)
  if (!opf) {
    throw new BadFile('unreadable', 'This e-book has lost its package file: it cannot be opened.')
  }
  if (isLocked(files)) {
    throw new BadFile('drm', 'This e-book is locked by its seller (DRM).')
  }
  const findings: Finding[] = []
  const fixedLayout = isFixedLayout(opf, files)
  const spine = readSpine(opf, files, fixedLayout).flatMap((part) => {
    const entry = files.find(part.href)
    return entry ? [{ ...part, href: entry.name }] : []
  })
  const named = new Map([...opf.manifest.values()].map((item) => [item.href, item]))
  const inSpine = new Set(spine.map(({ href }) => href))
  const cover = [...opf.manifest.values()].find((item) => item.properties.includes('cover-image'))
  return {
    metadata: epubMetadata(opf, findings),
    direction: opf.direction,
    fixedLayout,
    spine: spine.map(({ href, mediaType, linear, positions }) => ({
      href,
      mediaType,
      linear,
      positions,
    })),
    toc: readToc(opf, files),
    pageList: readPageList(opf, files),
    resources: [...named.keys()].filter((href) => !inSpine.has(href) && files.find(href)),
    cover: cover?.href ?? null,
    files: new Map(
      detected.zip.entries
        .filter(({ name, symlink }) => !symlink && !name.endsWith('/'))
        .map((entry) => [
          entry.name,
          {
            mediaType: named.get(entry.name)?.mediaType ?? '',
            size: entry.size,
            packedSize: entry.packedSize,
            method: entry.method,
            headerOffset: entry.offset,
            refused: refusal(entry)?.message ?? null,
          },
        ]),
    ),
  }
}
