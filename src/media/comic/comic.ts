import type { Archive, ArchiveEntry } from '../archives/archive'
import { maxComicInfoBytes } from '../archives/archive'
import { parseComicInfo } from '../metadata/comic-info'
import {
  BadFile,
  type BookContents,
  type BookFormat,
  type Finding,
  type Page,
  emptyContents,
  limitPages,
  addFinding,
  maxPages,
} from '../contents/contents'
import { headBytes, readDimensions } from '../image/headers/dimensions'
import type { FileMetadata } from '../contents/file-metadata'
import { applyPageNotes } from '../metadata/page-notes'
import {
  findComicInfo,
  getImageType,
  sortByPageOrder,
  isImageType,
  isPageName,
  isUnsafePath,
  mayBePageName,
} from '../archives/page-names'
import { fileMetadataMessages } from '../metadata/messages'
import { comicMessages } from './messages'
import type { Message } from '../../platform/messages/message'

/** Maximum number of bytes unpacked to measure a book. Pages beyond that have no dimensions. */
const maxProbeBytes = 512 << 20

/**
 * Reads a comic archive. Its pages are the images in natural order, and the first one is the cover.
 */
export function readComic<Entry extends ArchiveEntry>(
  archive: Archive<Entry>,
  format: BookFormat,
): BookContents {
  const contents = emptyContents(format)
  const { findings } = contents
  for (const finding of archive.findings) addFinding(findings, finding)
  if (archive.entries.some((entry) => isUnsafePath(entry.name))) addFinding(findings, unsafeNames)

  const nameless = format === 'folder' ? [] : findNamelessPages(archive)
  const found = [...archive.entries.filter(isPage), ...nameless]
  const pages = limitPages(sortByPageOrder(found), findings)
  contents.pages = describePages(archive, pages, findings)
  contents.pageCount = contents.pages.length
  contents.cover = contents.pageCount > 0 ? 0 : null
  // A locked or truncated archive may contain images that cannot be listed.
  if (contents.pageCount === 0 && archive.findings.length === 0)
    addFinding(findings, noPages(archive.entries))
  contents.metadata = readComicInfo(archive, findings)
  if (contents.metadata) applyPageNotes(contents, contents.metadata)
  return contents
}

/**
 * Measures entries in the given order. Unreadable entries remain in the list without a location.
 */
export function describePages<Entry extends ArchiveEntry>(
  archive: Archive<Entry>,
  entries: readonly Entry[],
  findings: Finding[],
): Page[] {
  const measure = createMeasurer(archive)
  return entries.map((entry) => {
    const page = describePlainPage(entry)
    if (entry.size === 0) addFinding(findings, emptyPage)
    try {
      return { ...page, ...measure(entry) }
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
      addFinding(findings, error.finding)
      return page
    }
  })
}

export function isPage(entry: ArchiveEntry): boolean {
  return !entry.symlink && isPageName(entry.name)
}

/** Finds images whose names have no extension, or a generic one such as `.tmp`. */
function findNamelessPages<Entry extends ArchiveEntry>(archive: Archive<Entry>): Entry[] {
  return archive.entries
    .filter(({ name, size, symlink }) => !symlink && size > 0 && mayBePageName(name))
    .slice(0, maxPages)
    .filter((entry) => isImage(archive, entry))
}

function isImage<Entry extends ArchiveEntry>(archive: Archive<Entry>, entry: Entry): boolean {
  try {
    const { head, dimensions } = archive.probe(entry, headBytes)
    const readMore = (length: number) => archive.probe(entry, length).head ?? new Uint8Array()
    const found = dimensions ?? (head ? readDimensions(head, readMore) : null)
    // A text file can begin like an image, but then it has no valid size.
    return found !== null && found.width !== null && isImageType(found.mediaType)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    // A damaged file that is not named as an image is not reported, because it may not be one.
    return false
  }
}

const emptyPage: Finding = { code: 'truncated', message: comicMessages.page_empty() }

function describePlainPage(entry: ArchiveEntry): Page {
  return {
    name: entry.name,
    mediaType: getImageType(entry.name) ?? 'application/octet-stream',
    size: entry.size,
    width: null,
    height: null,
  }
}

function createMeasurer<Entry extends ArchiveEntry>(archive: Archive<Entry>) {
  let probed = 0
  return (entry: Entry): Partial<Page> => {
    const { head, place, dimensions: measured } = archive.probe(entry, headBytes)
    if (measured) return { ...measured, ...place }
    if (!head) return place
    probed += head.length
    if (probed > maxProbeBytes) return place

    const dimensions = readDimensions(head, (length) => {
      const more = archive.probe(entry, length).head ?? head
      probed += more.length
      return more
    })
    return { ...dimensions, ...place }
  }
}

function readComicInfo<Entry extends ArchiveEntry>(
  archive: Archive<Entry>,
  findings: Finding[],
): FileMetadata | null {
  const entry = findComicInfo(archive.entries)
  if (!entry) return null
  try {
    return parseComicInfo(archive.read(entry, maxComicInfoBytes), findings)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    addFinding(findings, error.code === 'encrypted' ? error.finding : brokenInfo)
    return null
  }
}

const brokenInfo: Finding = {
  code: 'broken_metadata',
  message: fileMetadataMessages.comic_info_unreadable(),
}

const unsafeNames: Finding = {
  code: 'unsafe_names',
  message: comicMessages.unsafe_names(),
}

const noPagesFinding = (message: Message): Finding => ({ code: 'no_pages', message })

/** Creates the finding for an archive without pages. The advice depends on the cause. */
function noPages(entries: readonly ArchiveEntry[]): Finding {
  const isAny = (names: RegExp) => entries.some(({ name }) => names.test(name))
  if (isAny(/\.(zip|cbz|rar|cbr|7z|cb7|tar|cbt|pdf|epub)$/i)) {
    return noPagesFinding(comicMessages.nested())
  }
  if (isAny(/\.(jp2|j2k|jpx|jpf|psd|tga|pcx|svg|wmf|wdp|jxr)$/i)) {
    return noPagesFinding(comicMessages.unsupported_images())
  }
  return noPagesFinding(comicMessages.no_images())
}
