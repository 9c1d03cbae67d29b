import type { TocEntry } from '../contents/contents'
import { cleanLine } from '../metadata/metadata-values'
import {
  type XmlElement,
  attribute,
  childElements,
  descendants,
  localName,
  textOf,
} from '../metadata/xml'
import { type EpubFiles, folderOf, resolveHref } from './book'
import type { PackageDocument } from './opf'

const maxTocBytes = 16 << 20
const maxDepth = 16
const maxEntries = 10_000

/** The contents list: EPUB 3's navigation document, else EPUB 2's NCX, else empty. */
export function readToc(opf: PackageDocument, files: EpubFiles): TocEntry[] {
  const fromNav = readNav(opf, files, 'toc')
  return fromNav.length > 0 ? fromNav : readNcx(opf, files, 'navMap')
}

/** Where the pages of the printed edition begin; empty for most books. */
export function readPageList(opf: PackageDocument, files: EpubFiles): TocEntry[] {
  const fromNav = readNav(opf, files, 'page-list')
  return fromNav.length > 0 ? fromNav : readNcx(opf, files, 'pageList')
}

interface Walk {
  folder: string
  left: number
}

function readNav(opf: PackageDocument, files: EpubFiles, type: 'toc' | 'page-list'): TocEntry[] {
  const item = [...opf.manifest.values()].find((other) => other.properties.includes('nav'))
  const root = item ? files.readXml(item.href, maxTocBytes) : null
  if (!item || !root) return []
  for (const nav of descendants(root)) {
    const types = (attribute(nav, 'type') ?? '').split(/\s+/)
    if (localName(nav) !== 'nav' || !types.includes(type)) continue
    return listItems(
      childElements(nav, 'ol')[0],
      { folder: folderOf(item.href), left: maxEntries },
      0,
    )
  }
  return []
}

function listItems(list: XmlElement | undefined, walk: Walk, depth: number): TocEntry[] {
  if (depth >= maxDepth) return []
  return takeItems(childElements(list, 'li'), walk, (item) => {
    const label = childElements(item, 'a')[0] ?? childElements(item, 'span')[0]
    const children = listItems(childElements(item, 'ol')[0], walk, depth + 1)
    return entry(textOf(label), label?.attributes['href'], walk.folder, children)
  })
}

function readNcx(opf: PackageDocument, files: EpubFiles, list: 'navMap' | 'pageList'): TocEntry[] {
  const byType = [...opf.manifest.values()].find((i) => i.mediaType === 'application/x-dtbncx+xml')
  const item = opf.manifest.get(opf.tocId) ?? byType
  const root = item ? files.readXml(item.href, maxTocBytes) : null
  if (!item || !root) return []
  const walk = { folder: folderOf(item.href), left: maxEntries }
  return navPoints(childElements(root, list)[0], walk, 0)
}

function navPoints(parent: XmlElement | undefined, walk: Walk, depth: number): TocEntry[] {
  if (depth >= maxDepth) return []
  const name = parent && localName(parent) === 'pageList' ? 'pageTarget' : 'navPoint'
  return takeItems(childElements(parent, name), walk, (point) => {
    const source = childElements(point, 'content')[0]?.attributes['src']
    const children = navPoints(point, walk, depth + 1)
    return entry(textOf(childElements(point, 'navLabel')[0]), source, walk.folder, children)
  })
}

function takeItems(items: XmlElement[], walk: Walk, read: (item: XmlElement) => TocEntry) {
  const entries: TocEntry[] = []
  for (const item of items) {
    if (walk.left-- <= 0) break
    entries.push(read(item))
  }
  return entries
}

function entry(title: string, href: string | undefined, folder: string, children: TocEntry[]) {
  const at = href?.indexOf('#') ?? -1
  const fragment = href && at >= 0 ? href.slice(at) : ''
  const target = href ? resolveHref(folder, href) + fragment : ''
  return { title: cleanLine(title) ?? '', href: target, children }
}
