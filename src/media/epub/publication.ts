/** An EPUB as reading apps need it, with its reading order, table of contents and files. */
import { BadFile, type PageSide, type TocEntry } from '../contents/contents'
import { detectContent } from '../archives/detect'
import type { BookFile } from '../contents/book-file'
import type { FileMetadata } from '../contents/file-metadata'
import type { ZipEntry } from '../archives/zip/central-directory'
import type { Zip } from '../archives/zip/zip'
import { findRareRefusal } from '../archives/zip/rare-methods'
import { type EpubFiles, openEpubFiles } from './epub-files'
import { isLocked } from './drm'
import { createPackageError, readSpine } from './epub'
import { epubMetadata } from './package-metadata'
import { readLayout } from './layout'
import { type PackageDocument, readPackage, getPageSide } from './opf'
import { readPageList, readToc } from './toc'
import { epubMessages } from './messages'
import type { Message } from '../../platform/messages/message'

/** A section in reading order, with its number of positions. */
export interface PublicationPart {
  href: string
  mediaType: string
  linear: boolean
  positions: number
  /** Side of a fixed-layout page in an open book. */
  side?: PageSide
}

/**
 * A file of the book and its location in the archive. All paths in a `Publication` are archive
 * paths without a leading slash.
 */
export interface PublicationFile {
  mediaType: string
  size: number
  packedSize: number
  method: number
  /** Number of the entry in the archive. */
  entry: number
  /** Offset of the local header. */
  headerOffset: number
  /** Reason why the file cannot be unpacked, or null if it can. */
  refused: Message | null
}

export interface Publication {
  metadata: FileMetadata
  direction: 'ltr' | 'rtl' | null
  fixedLayout: boolean
  spine: PublicationPart[]
  toc: TocEntry[]
  /** The page list of the printed edition. */
  pageList: TocEntry[]
  /** Manifest items that are not in the spine. */
  resources: string[]
  cover: string | null
  files: Map<string, PublicationFile>
}

/** Throws `BadFile` if the file is not an e-book. */
export function openEpub(file: BookFile): Zip {
  const detected = detectContent(file)
  if (detected.format === 'epub') return detected.zip
  throw new BadFile('not_what_it_says', epubMessages.not_an_epub())
}

/**
 * Throws `BadFile` if the book cannot be read or is encrypted. Reads synchronously, so use this
 * only in child processes.
 */
export function parsePublication(zip: Zip): Publication {
  const files = openEpubFiles(zip)
  const opf = readPackage(files)
  if (!opf) throw createPackageError(files)
  if (isLocked(opf, files)) {
    throw new BadFile('drm', epubMessages.drm())
  }
  const items = [...opf.manifest.values()]
  const { fixedLayout } = readLayout(opf, files, false)
  const spine = listParts(opf, files, fixedLayout)
  const inSpine = new Set(spine.map(({ href }) => href))
  const isResource = (href: string) => !inSpine.has(href) && files.find(href) !== undefined
  return {
    metadata: epubMetadata(opf, []),
    direction: opf.direction,
    fixedLayout,
    spine,
    toc: readToc(opf, files),
    pageList: readPageList(opf, files),
    resources: [...new Set(items.map(({ href }) => href))].filter(isResource),
    cover: items.find(({ properties }) => properties.includes('cover-image'))?.href ?? null,
    files: listPublicationFiles(
      zip.entries,
      new Map(items.map((item) => [item.href, item.mediaType])),
    ),
  }
}

/** Lists the parts with their names in the archive. Omits missing files. */
function listParts(
  opf: PackageDocument,
  files: EpubFiles,
  fixedLayout: boolean,
): PublicationPart[] {
  return readSpine(opf, files, fixedLayout).flatMap((item, index) => {
    const { href, mediaType, linear, positions } = item
    const name = files.find(href)?.name
    const ref = opf.spine[index]
    const side = fixedLayout && ref ? getPageSide(ref) : undefined
    if (name === undefined) return []
    return [{ href: name, mediaType, linear, positions, ...(side && { side }) }]
  })
}

function listPublicationFiles(entries: readonly ZipEntry[], typeOf: ReadonlyMap<string, string>) {
  const files = new Map<string, PublicationFile>()
  for (const entry of entries) {
    const { name, size, packedSize, method, index, offset: headerOffset } = entry
    if (entry.symlink || name.endsWith('/') || files.has(name)) continue
    const refused = findRareRefusal(entry)?.userMessage ?? null
    const mediaType = typeOf.get(name) ?? ''
    files.set(name, {
      mediaType,
      size,
      packedSize,
      method,
      entry: index,
      headerOffset,
      refused,
    })
  }
  return files
}
