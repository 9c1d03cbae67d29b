import { type PageSide, pageSides } from '../contents/contents'
import {
  type XmlElement,
  getAttribute,
  listChildElements,
  walkDescendants,
  getLocalName,
  getElementText,
} from '../metadata/xml'
import { type EpubFiles, findEntryName, getHrefFolder, resolveHref } from './epub-files'

/** The package document, which lists the content and reading order of the book. */
export interface PackageDocument {
  /** Path of the document. Its links are relative to its folder. */
  path: string
  version: string
  /** Dublin Core and `meta` elements. */
  metadata: XmlElement[]
  manifest: Map<string, ManifestItem>
  spine: SpineRef[]
  guide: { type: string; href: string }[]
  /** Manifest ID of the EPUB 2 table of contents. */
  tocId: string
  direction: 'ltr' | 'rtl' | null
}

interface ManifestItem {
  id: string
  href: string
  mediaType: string
  properties: string[]
}

export interface SpineRef {
  item: ManifestItem
  linear: boolean
  properties: string[]
}

const maxOpfBytes = 32 << 20
const maxItems = 50_000
/** Maximum number of metadata elements, because all of them are searched for each refinement. */
const maxMetadata = 2000

/** Reads the package document named by the container, or else the first one found. */
export function readPackage(files: EpubFiles): PackageDocument | null {
  const path = findPackagePath(files)
  const root = path === null ? null : files.readNeededXml(path, maxOpfBytes)
  if (path === null || !root) return null
  return parsePackage(root, path, (href) => findEntryName(files, href))
}

/**
 * Returns null if the document is not a package document. `findName` maps a link in the document to
 * the name of the file in the archive.
 */
export function parsePackage(
  root: XmlElement,
  path: string,
  findName = (href: string) => href,
): PackageDocument | null {
  if (getLocalName(root).toLowerCase() !== 'package') return null
  const folder = getHrefFolder(path)
  const manifest = readManifest(root, (href) => findName(resolveHref(folder, href)))
  const spine = listChildElements(root, 'spine')[0]
  const metadata = listMetadataElements(root)
  return {
    path,
    version: root.attributes['version'] ?? '2.0',
    metadata,
    manifest,
    spine: readSpine(spine, manifest),
    guide: listChildElements(listChildElements(root, 'guide')[0], 'reference').map((reference) => ({
      type: reference.attributes['type'] ?? '',
      href: findName(resolveHref(folder, reference.attributes['href'] ?? '')),
    })),
    tocId: spine?.attributes['toc'] ?? '',
    direction: parseDirection(spine, metadata),
  }
}

/** Parses the reading direction as declared by EPUB 3 or by Kindle comic tools. */
function parseDirection(spine: XmlElement | undefined, metadata: readonly XmlElement[]) {
  const mode = metadata.find((meta) => meta.attributes['name'] === 'primary-writing-mode')
  const declared =
    spine?.attributes['page-progression-direction'] ?? mode?.attributes['content'] ?? ''
  return /^(.*-)?rl$|^rtl$/i.test(declared)
    ? 'rtl'
    : /^(.*-)?lr$|^ltr$/i.test(declared)
      ? 'ltr'
      : null
}

/** Finds the content of `<meta name="…" content="…">` (EPUB 2, calibre) or its EPUB 3 form. */
export function findNamedMeta(opf: PackageDocument, name: string): string | undefined {
  const named = metas(opf).find((meta) => meta.attributes['name'] === name)?.attributes['content']
  return named ?? (getElementText(listPropertyMetas(opf, name)[0]).trim() || undefined)
}

/** Lists `<meta property="…">` elements that apply to the whole book. */
export function listPropertyMetas(opf: PackageDocument, property: string): XmlElement[] {
  return metas(opf).filter(
    (meta) => meta.attributes['property'] === property && !meta.attributes['refines'],
  )
}

/** Finds the value of a `<meta refines="#id">` for another element. */
export function findRefinement(opf: PackageDocument, element: XmlElement, property: string) {
  return listRefinements(opf, element, property)[0]
}

/** Lists all values of a refinement, such as several roles of a person. */
export function listRefinements(
  opf: PackageDocument,
  element: XmlElement,
  property: string,
): string[] {
  const id = element.attributes['id']
  if (!id) return []
  return metas(opf).flatMap((meta) => {
    const { refines = '', property: declared = '', content = '' } = meta.attributes
    // Some programs also write the URL of the document before the ID, or a prefix before the name
    // of the property.
    if (refines.trim().split('#').at(-1) !== id) return []
    if (declared.trim().split(':').at(-1) !== property) return []
    const text = getElementText(meta).trim() || content.trim()
    return text ? [text] : []
  })
}

/** Returns the side of a fixed-layout page in an open book, if specified. */
export const getPageSide = ({ properties }: SpineRef): PageSide | undefined =>
  pageSides.find((side) =>
    properties.some((declared) => declared.replace(/^rendition:/, '') === `page-spread-${side}`),
  )

/**
 * Returns whether EPUB 3 metadata, Apple or Amazon metadata, or every spine item declares a fixed
 * layout.
 */
export function isFixedLayout(opf: PackageDocument, files: EpubFiles): boolean {
  const layout = listPropertyMetas(opf, 'rendition:layout')
  if (layout.some((meta) => getElementText(meta).trim() === 'pre-paginated')) return true
  if (findNamedMeta(opf, 'fixed-layout') === 'true') return true
  if (opf.spine.length > 0 && opf.spine.every(isFixedValue)) return true
  return isFixedForApple(files)
}

const isFixedValue = (ref: SpineRef) => ref.properties.includes('rendition:layout-pre-paginated')

const metas = (opf: PackageDocument) => opf.metadata.filter((e) => getLocalName(e) === 'meta')

function findPackagePath(files: EpubFiles): string | null {
  const container = files.readXml('META-INF/container.xml', 1 << 20)
  for (const element of container ? walkDescendants(container) : []) {
    const path =
      getLocalName(element) === 'rootfile' ? getAttribute(element, 'full-path') : undefined
    if (path) return resolveHref('', path)
  }
  return files.zip.entries.find((entry) => /\.opf$/i.test(entry.name))?.name ?? null
}

/** Lists the metadata elements. OEB 1 nests them one level deeper, and some tools still do. */
function listMetadataElements(root: XmlElement): XmlElement[] {
  const metadata = listChildElements(root, 'metadata')[0]
  const wrappers = ['dc-metadata', 'x-metadata'].map((name) => listChildElements(metadata, name)[0])
  return [metadata, ...wrappers]
    .flatMap((element) => listChildElements(element))
    .slice(0, maxMetadata)
}

function readManifest(
  root: XmlElement,
  findPath: (href: string) => string,
): Map<string, ManifestItem> {
  const manifest = new Map<string, ManifestItem>()
  const items = listChildElements(listChildElements(root, 'manifest')[0], 'item')
  for (const item of items.slice(0, maxItems)) {
    const id = item.attributes['id'] ?? ''
    manifest.set(id, {
      id,
      href: findPath(item.attributes['href'] ?? ''),
      mediaType: item.attributes['media-type'] ?? '',
      properties: splitWords(item.attributes['properties']),
    })
  }
  return manifest
}

function readSpine(spine: XmlElement | undefined, manifest: Map<string, ManifestItem>): SpineRef[] {
  const refs: SpineRef[] = []
  for (const ref of listChildElements(spine, 'itemref').slice(0, maxItems)) {
    const item = manifest.get(ref.attributes['idref'] ?? '')
    if (!item) continue
    const linear = ref.attributes['linear'] !== 'no'
    refs.push({ item, linear, properties: splitWords(ref.attributes['properties']) })
  }
  return refs
}

function isFixedForApple(files: EpubFiles): boolean {
  const options = files.readXml('META-INF/com.apple.ibooks.display-options.xml', 1 << 20)
  for (const element of options ? walkDescendants(options) : []) {
    if (element.attributes['name'] === 'fixed-layout' && getElementText(element).trim() === 'true')
      return true
  }
  return false
}

const splitWords = (value: string | undefined) => (value ?? '').split(/\s+/).filter(Boolean)
