import { compareNaturally } from '../../platform/lib/text/natural-order'

/**
 * Returns the media type for the extension, or undefined if it is not the extension of an image.
 */
export function getImageType(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(imageTypes, extension) ? imageTypes[extension] : undefined
}

/** Returns whether a file with this name is a comic page. */
export function isPageName(name: string): boolean {
  return getImageType(name) !== undefined && !isJunk(name)
}

const hasExtension = /\.(?=[a-z\d]*[a-z])[a-z\d]{1,5}$/i
/** Extensions that programs give to files of any kind. */
const genericExtension = /\.(?:dat|bin|tmp|img|image|pic|file|part)$/i

/** Returns whether the content must be checked to tell if a file with this name is a page. */
export function mayBePageName(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1)
  if (file === '' || isJunk(name)) return false
  return genericExtension.test(file) || !hasExtension.test(file)
}

export const isImageType = (mediaType: string) => Object.values(imageTypes).includes(mediaType)

/** Returns whether this is a hidden file, or one created by macOS or a NAS device. */
function isJunk(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1)
  return file.startsWith('.') || /(^|\/)(__MACOSX|@eaDir)\//i.test(name)
}

/** Finds the ComicInfo file with the shallowest path, which applies to the book. */
export function findComicInfo<Entry extends { name: string }>(
  entries: readonly Entry[],
): Entry | undefined {
  let best: Entry | undefined
  for (const entry of entries) {
    if (!isComicInfo(entry.name)) continue
    if (!best || countFolders(entry.name) < countFolders(best.name)) best = entry
  }
  return best
}

export function isComicInfo(name: string): boolean {
  return /(^|\/)comicinfo\.xml$/i.test(name) && !isJunk(name)
}

/** Sorts entries by their full paths in natural order. */
export function sortByPageOrder<Entry extends { name: string }>(
  entries: readonly Entry[],
): Entry[] {
  const pages = entries.map((entry) => ({ entry, key: removeImageExtension(entry.name) }))
  // Names are compared without the extension. Otherwise, `1.5.jpg` would come before `1.jpg`.
  pages.sort(
    (a, b) => compareNaturally(a.key, b.key) || compareNaturally(a.entry.name, b.entry.name),
  )
  return pages.map((page) => page.entry)
}

/**
 * Returns whether the name might escape the target folder when unpacked. Quire never uses entry
 * names as paths.
 */
export function isUnsafePath(name: string): boolean {
  return (
    /^([a-z]:)?\//i.test(name) ||
    name.includes('\\') ||
    name.includes('\0') ||
    /(^|\/)\.\.(\/|$)/.test(name)
  )
}

const countFolders = (name: string) => name.split('/').length

const removeImageExtension = (name: string) =>
  getImageType(name) ? name.slice(0, name.lastIndexOf('.')) : name

const imageTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heic',
  jxl: 'image/jxl',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
}
