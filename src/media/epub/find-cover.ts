import { getImageType } from '../archives/page-names'
import { getAttribute, walkDescendants, getLocalName } from '../metadata/xml'
import { type EpubFiles, findEntryName, getHrefFolder, resolveHref } from './epub-files'
import { type PackageDocument, findNamedMeta } from './opf'

const maxDocumentBytes = 2 << 20

/** Finds the path of the cover, first as the format declares it, then by convention. */
export function findCover(opf: PackageDocument, files: EpubFiles): string | null {
  for (const rule of [findByProperty, findByMeta, findByGuide, findByName, findByFirstPage]) {
    const path = rule(opf, files)
    const entry = path ? files.find(path) : undefined
    if (entry && entry.size > 0) return entry.name
  }
  return null
}

/** Finds the first image in an XHTML or SVG document. */
function findFirstImage(files: EpubFiles, path: string): string | null {
  const root = files.readXml(path, maxDocumentBytes)
  for (const element of root ? walkDescendants(root) : []) {
    const name = getLocalName(element)
    const source =
      name === 'img'
        ? element.attributes['src']
        : name === 'image'
          ? getAttribute(element, 'href')
          : undefined
    if (source && !source.startsWith('data:')) return resolveHref(getHrefFolder(path), source)
  }
  return null
}

const isImage = (mediaType: string) => mediaType.startsWith('image/')

/** Finds the cover image that an EPUB 3 manifest declares. */
function findByProperty(opf: PackageDocument): string | null {
  const items = [...opf.manifest.values()]
  return items.find((item) => item.properties.includes('cover-image'))?.href ?? null
}

/** Finds the EPUB 2 cover, which is declared by ID, or by some tools as a path or a page. */
function findByMeta(opf: PackageDocument, files: EpubFiles): string | null {
  const named = findNamedMeta(opf, 'cover')
  if (!named) return null
  const path = findEntryName(files, resolveHref(getHrefFolder(opf.path), named))
  const item =
    opf.manifest.get(named) ?? [...opf.manifest.values()].find((other) => other.href === path)
  if (!item) return null
  return isImage(item.mediaType) ? item.href : findFirstImage(files, item.href)
}

function findByGuide(opf: PackageDocument, files: EpubFiles): string | null {
  const reference = opf.guide.find((entry) => /^cover/i.test(entry.type))
  if (!reference) return null
  return getImageType(reference.href) ? reference.href : findFirstImage(files, reference.href)
}

function findByName(opf: PackageDocument): string | null {
  const items = [...opf.manifest.values()]
  const found = items.find((item) => isImage(item.mediaType) && /cover/i.test(item.id + item.href))
  return found?.href ?? null
}

function findByFirstPage(opf: PackageDocument, files: EpubFiles): string | null {
  const first = opf.spine[0]?.item
  if (!first) return null
  return isImage(first.mediaType) ? first.href : findFirstImage(files, first.href)
}
