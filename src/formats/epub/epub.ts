import { describePages } from '../comic'
import { type BookContents, type Finding, type SpineItem, emptyContents, note } from '../contents'
import { childElements, descendants, localName, textOf } from '../xml'
import { zipArchive } from '../zip/archive'
import type { ZipEntry } from '../zip/directory'
import type { Zip } from '../zip/zip'
import { type EpubFiles, epubFiles, folderOf, resolveHref } from './book'
import { findCover } from './cover'
import { epubMetadata } from './metadata'
import { type PackageDocument, isFixedLayout, readPackage } from './opf'
import { readToc } from './toc'

const positionBytes = 1024
const maxComicPages = 3000
const maxPageDocumentBytes = 64 << 10

/** An EPUB 2 or 3: its description, reading order and cover; its text is not unpacked. */
export function readEpub(zip: Zip): BookContents {
  const files = epubFiles(zip)
  const opf = readPackage(files)
  if (!opf) return emptyContents('epub', [noPackage])

  const findings: Finding[] = zip.recovered ? [recoveredOnly] : []
  const fixedLayout = isFixedLayout(opf, files)
  const spine = readSpine(opf, files, fixedLayout)
  const locked = isLocked(files)
  if (locked) note(findings, drm)
  if (spine.length === 0) note(findings, noPages)
  return {
    ...emptyContents('epub', findings),
    metadata: epubMetadata(opf, findings),
    cover: findCover(opf, files),
    toc: readToc(opf, files),
    spine,
    pageCount: spine.reduce((sum, item) => sum + item.positions, 0),
    pages:
      fixedLayout && !locked
        ? describePages(zipArchive(zip), pictureEntries(opf, files), findings)
        : [],
    fixedLayout,
  }
}

/** Positions as reading apps count them: one per laid-out page, else one per KiB of text begun. */
export function readSpine(
  opf: PackageDocument,
  files: EpubFiles,
  fixedLayout: boolean,
): SpineItem[] {
  return opf.spine.map(({ item, linear }) => {
    const size = files.find(item.href)?.size ?? 0
    const positions = fixedLayout ? 1 : Math.max(1, Math.ceil(size / positionBytes))
    return { href: item.href, mediaType: item.mediaType, linear, size, positions }
  })
}

/** The pictures of a book that is nothing but pictures, one for each page; else none. */
function pictureEntries(opf: PackageDocument, files: EpubFiles): ZipEntry[] {
  if (opf.spine.length > maxComicPages) return []
  const entries: ZipEntry[] = []
  for (const { item } of opf.spine) {
    const isImage = item.mediaType.startsWith('image/') && item.mediaType !== 'image/svg+xml'
    const path = isImage ? item.href : onlyPicture(files, item.href)
    const entry = path === null ? undefined : files.find(path)
    if (!entry) return []
    entries.push(entry)
  }
  return entries
}

/** The picture of a page document that shows exactly one and says nothing. */
function onlyPicture(files: EpubFiles, path: string): string | null {
  const root = files.readXml(path, maxPageDocumentBytes)
  const body = root && childElements(root, 'body')[0]
  if (!body || textOf(body).trim() !== '') return null
  const sources: string[] = []
  for (const element of descendants(body)) {
    const name = localName(element)
    if (name === 'img') sources.push(element.attributes['src'] ?? '')
    if (name === 'image') {
      sources.push(element.attributes['xlink:href'] ?? element.attributes['href'] ?? '')
    }
  }
  return sources.length === 1 && sources[0] ? resolveHref(folderOf(path), sources[0]) : null
}

/** Scrambled fonts are not a lock; encrypted content and rights files are. */
export function isLocked(files: EpubFiles): boolean {
  if (files.find('META-INF/rights.xml') || files.find('META-INF/license.lcpl')) return true
  const encryption = files.read('META-INF/encryption.xml', 4 << 20)?.toString('latin1') ?? ''
  return /http:\/\/www\.w3\.org\/(2001\/04\/xmlenc|2009\/xmlenc11)#(aes|kw|rsa|tripledes)/.test(
    encryption,
  )
}

const noPackage: Finding = {
  code: 'unreadable',
  message: 'This e-book has lost its package file, so it cannot be opened.',
}

const noPages: Finding = { code: 'no_pages', message: 'This e-book holds no text.' }

const drm: Finding = {
  code: 'drm',
  message: 'This e-book is locked by its seller (DRM) and can only be read with their programs.',
}

const recoveredOnly: Finding = {
  code: 'truncated',
  message: 'The e-book is cut off or damaged; only a part of it could be found.',
}
