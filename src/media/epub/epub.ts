import { describePages } from '../comic/comic'
import {
  BadFile,
  type BookContents,
  type Finding,
  type Page,
  type SpineItem,
  emptyContents,
  limitPages,
  addFinding,
} from '../contents/contents'
import { createZipArchive } from '../archives/zip/zip-archive'
import { findRareRefusal } from '../archives/zip/rare-methods'
import type { Zip } from '../archives/zip/zip'
import { type EpubFiles, openEpubFiles } from './epub-files'
import { findCover } from './find-cover'
import { readLayout } from './layout'
import { epubMetadata } from './package-metadata'
import { type PackageDocument, readPackage, getPageSide } from './opf'
import { readToc } from './toc'
import { isLocked } from './drm'
import { epubMessages } from './messages'

const positionBytes = 1024

/**
 * Reads metadata, reading order, table of contents and cover from an EPUB 2 or 3. Unpacks only as
 * many of its text documents as needed to find the cover and the layout.
 */
export function readEpub(zip: Zip): BookContents {
  const files = openEpubFiles(zip)
  const opf = readPackage(files)
  if (!opf) return emptyContents('epub', [createPackageError(files).finding])

  const findings: Finding[] = zip.recovered ? [recoveredOnly] : []
  const locked = isLocked(opf, files)
  const { fixedLayout, pictures } = readLayout(opf, files, locked)
  const shown = limitPages(pictures, findings)
  const spine = readSpine(opf, files, fixedLayout)
  if (locked) addFinding(findings, drm)
  if (!spine.some(({ size }) => size > 0))
    addFinding(findings, opf.manifest.size === 0 ? brokenPackage : noPages)
  else if (opf.spine.some(({ item }) => !files.find(item.href))) addFinding(findings, partsMissing)
  for (const { item } of opf.spine) {
    const entry = files.find(item.href)
    const refused = entry && findRareRefusal(entry)
    if (refused) addFinding(findings, refused.finding)
  }
  const toc = readToc(opf, files)
  for (const failure of files.failures.values())
    if (toc.length === 0) addFinding(findings, createContentsFinding(failure))
  return {
    ...emptyContents('epub', findings),
    metadata: epubMetadata(opf, findings),
    cover: findCover(opf, files),
    toc,
    spine,
    pageCount: spine.reduce((sum, item) => sum + item.positions, 0),
    pages: addPageSides(describePages(createZipArchive(zip, zip.unpacked), shown, findings), opf),
    fixedLayout,
  }
}

/**
 * Sets the side of each page whose spine item specifies one. Each image page corresponds to one
 * spine item.
 */
const addPageSides = (pages: Page[], { spine }: PackageDocument): Page[] =>
  pages.map((page, place) => {
    const side = spine[place] && getPageSide(spine[place])
    return side ? { ...page, side } : page
  })

/**
 * Returns the spine items with their numbers of positions, counted as reading apps do: one per
 * fixed-layout page, otherwise one per KiB, rounded up.
 */
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

/** Creates the error that explains why the package document is missing or cannot be read. */
export function createPackageError({ failures }: EpubFiles): BadFile {
  const [failure] = failures.values()
  if (!failure) return new BadFile('unreadable', epubMessages.package_missing())
  if (failure.code === 'too_large')
    return new BadFile('too_large', epubMessages.package_too_large())
  if (failure.code !== 'unreadable') return failure
  return new BadFile('unreadable', epubMessages.package_damaged())
}

function createContentsFinding({ code, finding }: BadFile): Finding {
  if (code === 'too_large') return { code, message: epubMessages.contents_too_large() }
  if (code !== 'unreadable') return finding
  return { code: 'broken_metadata', message: epubMessages.contents_damaged() }
}

const brokenPackage: Finding = {
  code: 'unreadable',
  message: epubMessages.package_damaged(),
}

const noPages: Finding = { code: 'no_pages', message: epubMessages.no_text() }

const partsMissing: Finding = { code: 'truncated', message: epubMessages.parts_missing() }

const drm: Finding = {
  code: 'drm',
  message: epubMessages.drm(),
}

const recoveredOnly: Finding = {
  code: 'truncated',
  message: epubMessages.recovered(),
}
