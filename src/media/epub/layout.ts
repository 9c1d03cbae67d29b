/** Detects fixed-layout books and the images that are their pages. */
import { listChildElements, walkDescendants, getLocalName, getElementText } from '../metadata/xml'
import type { ZipEntry } from '../archives/zip/central-directory'
import { type EpubFiles, getHrefFolder, resolveHref } from './epub-files'
import { type PackageDocument, isFixedLayout } from './opf'

const maxComicPages = 3000
const maxPageDocumentBytes = 64 << 10

export interface Layout {
  fixedLayout: boolean
  /** One image per spine item if the book consists only of images; otherwise empty. */
  pictures: ZipEntry[]
}

/**
 * Returns the layout. A book that consists of images has a fixed layout even if, like many comics,
 * it does not declare one.
 */
export function readLayout(opf: PackageDocument, files: EpubFiles, locked: boolean): Layout {
  const fixedLayout = isFixedLayout(opf, files)
  const pictures = locked ? [] : listPictureEntries(opf, files)
  if (fixedLayout) return { fixedLayout, pictures }
  // In a damaged book, a single image may be all that is left.
  return pictures.length > 1 ? { fixedLayout: true, pictures } : { fixedLayout, pictures: [] }
}

/**
 * Lists the images of a book that consists only of images. Stops at the first section with text, so
 * that little of a novel is read.
 */
function listPictureEntries(opf: PackageDocument, files: EpubFiles): ZipEntry[] {
  if (opf.spine.length > maxComicPages) return []
  const entries: ZipEntry[] = []
  for (const [place, { item }] of opf.spine.entries()) {
    // Announces twice as many documents each time, because most books need only the first ones.
    if (Number.isInteger(Math.log2(place + 1))) {
      const next = opf.spine.slice(place, place * 2 + 1)
      files.expect(
        next.map((ref) => ref.item.href),
        maxPageDocumentBytes,
      )
    }
    const isImage = item.mediaType.startsWith('image/') && item.mediaType !== 'image/svg+xml'
    const path = isImage ? item.href : findOnlyPicture(files, item.href)
    const entry = path === null ? undefined : files.find(path)
    if (!entry) return []
    entries.push(entry)
  }
  return entries
}

/** Finds the only image in a page document without text. The same image may be repeated. */
function findOnlyPicture(files: EpubFiles, path: string): string | null {
  const root = files.readXml(path, maxPageDocumentBytes)
  const body = root && listChildElements(root, 'body')[0]
  if (!body || hasText(getElementText(body))) return null
  const sources = new Set<string>()
  for (const element of walkDescendants(body)) {
    const name = getLocalName(element)
    if (name === 'img') sources.add(element.attributes['src'] ?? '')
    if (name === 'image') {
      sources.add(element.attributes['xlink:href'] ?? element.attributes['href'] ?? '')
    }
  }
  const [source] = sources
  return sources.size === 1 && source ? resolveHref(getHrefFolder(path), source) : null
}

const hasText = (text: string) => text.replaceAll('&nbsp;', ' ').trim() !== ''
