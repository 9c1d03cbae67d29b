import type { TocEntry } from '../contents/contents'
import { cleanLine } from '../metadata/metadata-values'
import {
  type XmlElement,
  getAttribute,
  listChildElements,
  walkDescendants,
  getLocalName,
  getElementText,
} from '../metadata/xml'
import { type EpubFiles, findEntryName, getHrefFolder, resolveHref } from './epub-files'
import type { PackageDocument } from './opf'

const maxTocBytes = 16 << 20
const maxDepth = 16
const maxEntries = 10_000

/**
 * Reads the table of contents from the EPUB 3 navigation document or else the EPUB 2 NCX. Returns
 * an empty list if there is neither.
 */
export function readToc(opf: PackageDocument, files: EpubFiles): TocEntry[] {
  const fromNav = readNav(opf, files, 'toc')
  return fromNav.length > 0 ? fromNav : readNcx(opf, files, 'navMap')
}

/** Reads the page list of the printed edition, which is empty for most books. */
export function readPageList(opf: PackageDocument, files: EpubFiles): TocEntry[] {
  const fromNav = readNav(opf, files, 'page-list')
  return fromNav.length > 0 ? fromNav : readNcx(opf, files, 'pageList')
}

interface Walk {
  files: EpubFiles
  folder: string
  left: number
}

function readNav(opf: PackageDocument, files: EpubFiles, type: 'toc' | 'page-list'): TocEntry[] {
  const item = [...opf.manifest.values()].find((other) => other.properties.includes('nav'))
  const root = item ? files.readNeededXml(item.href, maxTocBytes) : null
  if (!item || !root) return []
  for (const nav of walkDescendants(root)) {
    const types = (getAttribute(nav, 'type') ?? '').split(/\s+/)
    if (getLocalName(nav) !== 'nav' || !types.includes(type)) continue
    return listNavItems(
      listChildElements(nav, 'ol')[0],
      { files, folder: getHrefFolder(item.href), left: maxEntries },
      0,
    )
  }
  return []
}

function listNavItems(list: XmlElement | undefined, walk: Walk, depth: number): TocEntry[] {
  if (depth >= maxDepth) return []
  return collectItems(listChildElements(list, 'li'), walk, (item) => {
    const label = listChildElements(item, 'a')[0] ?? listChildElements(item, 'span')[0]
    const children = listNavItems(listChildElements(item, 'ol')[0], walk, depth + 1)
    return entry(getElementText(label), label?.attributes['href'], walk, children)
  })
}

function readNcx(opf: PackageDocument, files: EpubFiles, list: 'navMap' | 'pageList'): TocEntry[] {
  const byType = [...opf.manifest.values()].find((i) => i.mediaType === 'application/x-dtbncx+xml')
  const item = opf.manifest.get(opf.tocId) ?? byType
  const root = item ? files.readNeededXml(item.href, maxTocBytes) : null
  if (!item || !root) return []
  const walk = { files, folder: getHrefFolder(item.href), left: maxEntries }
  return listNavPoints(listChildElements(root, list)[0], walk, 0)
}

function listNavPoints(parent: XmlElement | undefined, walk: Walk, depth: number): TocEntry[] {
  if (depth >= maxDepth) return []
  const name = parent && getLocalName(parent) === 'pageList' ? 'pageTarget' : 'navPoint'
  return collectItems(listChildElements(parent, name), walk, (point) => {
    const source = listChildElements(point, 'content')[0]?.attributes['src']
    const children = listNavPoints(point, walk, depth + 1)
    return entry(getElementText(listChildElements(point, 'navLabel')[0]), source, walk, children)
  })
}

function collectItems(items: XmlElement[], walk: Walk, read: (item: XmlElement) => TocEntry) {
  const entries: TocEntry[] = []
  for (const item of items) {
    if (walk.left-- <= 0) break
    entries.push(read(item))
  }
  return entries
}

function entry(
  title: string,
  href: string | undefined,
  { files, folder }: Walk,
  children: TocEntry[],
) {
  const at = href?.indexOf('#') ?? -1
  const fragment = href && at >= 0 ? href.slice(at) : ''
  const target = href ? findEntryName(files, resolveHref(folder, href)) + fragment : ''
  return { title: cleanLine(title) ?? '', href: target, children }
}
