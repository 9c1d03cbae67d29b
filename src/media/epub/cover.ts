import { imageTypeByName } from '../archives/page-names'
import { attribute, descendants, localName } from '../metadata/xml'
import { type EpubFiles, folderOf, resolveHref } from './book'
import { type PackageDocument, namedMeta } from './opf'

const maxDocumentBytes = 2 << 20

/** The cover's path, by the format's own word first and by custom last. */
export function findCover(opf: PackageDocument, files: EpubFiles): string | null {
  for (const rule of [byProperty, byMeta, byGuide, byName, byFirstPage]) {
    const path = rule(opf, files)
    if (path && files.find(path)) return files.find(path)?.name ?? null
  }
  return null
}

/** The first picture an XHTML or SVG document shows. */
function firstImage(files: EpubFiles, path: string): string | null {
  const root = files.readXml(path, maxDocumentBytes)
  for (const element of root ? descendants(root) : []) {
    const name = localName(element)
    const source =
      name === 'img'
        ? element.attributes['src']
        : name === 'image'
          ? attribute(element, 'href')
          : undefined
    if (source && !source.startsWith('data:')) return resolveHref(folderOf(path), source)
  }
  return null
}

const isImage = (mediaType: string) => mediaType.startsWith('image/')

/** EPUB 3. */
function byProperty(opf: PackageDocument): string | null {
  const items = [...opf.manifest.values()]
  return items.find((item) => item.properties.includes('cover-image'))?.href ?? null
}

/** EPUB 2: a manifest id, though some tools write a path, or point at the cover's page. */
function byMeta(opf: PackageDocument, files: EpubFiles): string | null {
  const named = namedMeta(opf, 'cover')
  if (!named) return null
  const path = resolveHref(folderOf(opf.path), named)
  const item =
    opf.manifest.get(named) ?? [...opf.manifest.values()].find((other) => other.href === path)
  if (!item) return null
  return isImage(item.mediaType) ? item.href : firstImage(files, item.href)
}

function byGuide(opf: PackageDocument, files: EpubFiles): string | null {
  const reference = opf.guide.find((entry) => /^cover/i.test(entry.type))
  if (!reference) return null
  return imageTypeByName(reference.href) ? reference.href : firstImage(files, reference.href)
}

function byName(opf: PackageDocument): string | null {
  const items = [...opf.manifest.values()]
  const found = items.find((item) => isImage(item.mediaType) && /cover/i.test(item.id + item.href))
  return found?.href ?? null
}

function byFirstPage(opf: PackageDocument, files: EpubFiles): string | null {
  const first = opf.spine[0]?.item
  if (!first) return null
  return isImage(first.mediaType) ? first.href : firstImage(files, first.href)
}
