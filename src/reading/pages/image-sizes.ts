/**
 * Sizes and formats in which pages are sent. Their number is small, so that requests cannot fill
 * the disk.
 */
import type { StoredPage } from '../../catalog/books/schema'
import { longestSide, type PageForm } from '../../media/image/resize-image'
import type { PageQuery } from './model'

/** Pixels per side. A requested size is rounded up to one of these. */
const sides = [160, 320, 480, 640, 800, 960, 1080, 1280, 1440, 1600, 1920, 2160, 2560, 3840]
const qualities = [50, 60, 70, 80, 90]
const defaultQuality = { jpeg: 80, png: 100, webp: 80, avif: 60 }
const largestSide = sides.at(-1)!

/** Page thumbnails. */
export const thumbnailForm: PageForm = {
  width: 320,
  height: 640,
  fit: 'inside',
  isCropped: true,
  format: 'webp',
  quality: 70,
}

/** The query of a page request. Apps for Komga also request PNG. */
export interface FormQuery extends Omit<PageQuery, 'format'> {
  format?: PageQuery['format'] | 'png'
}

interface PageKind {
  /** True if the page can be rendered at any size, like a page of a PDF. */
  isDrawn?: boolean
}

/** Returns undefined if the original page is to be sent. */
export function getPageForm(
  page: StoredPage,
  query: FormQuery,
  kind: PageKind = {},
): PageForm | undefined {
  const size = getSize(query)
  const { format = 'original', quality } = query
  if (!isSmaller(page, size)) {
    const isSame = page.mediaType === `image/${format}` && quality === undefined
    if (isSame || format === 'original') return undefined
  }
  const target =
    format === 'original' || isTooLong(page, size, { format, ...kind }) ? 'jpeg' : format
  // If the page would exceed the height limit of every format, the original is sent, provided that
  // browsers can show it.
  const isTooLongForAll = isTooLong(page, size, { format: target, ...kind })
  if (isTooLongForAll && shownByBrowsers.has(page.mediaType)) return undefined
  return { ...size, format: target, quality: roundUpQuality(quality) ?? defaultQuality[target] }
}

const shownByBrowsers: ReadonlySet<string> = new Set(['image/png', 'image/avif'])

/** Returns whether the format could make the page narrower than requested. */
function isTooLong(
  { width, height, mediaType }: StoredPage,
  size: Size,
  { format, isDrawn = false }: PageKind & Pick<PageForm, 'format'>,
) {
  if (width === null || height === null) {
    return mediaType !== 'image/webp' && mayBeTooLong(size, format)
  }
  const across = (size.width ?? Infinity) / width
  const down = (size.height ?? Infinity) / height
  const isBoth = size.fit === 'outside' && size.width && size.height
  const scale = isBoth ? Math.max(across, down) : Math.min(across, down)
  const largest = isDrawn && Number.isFinite(scale) ? Infinity : 1
  return Math.min(scale, largest) * Math.max(width, height) > longestSide[format]
}

/**
 * Returns whether a page of unknown size may exceed the height limit of the format. The limit of
 * JPEG is high enough for nearly all strips. A requested height limits the page anyway.
 */
const mayBeTooLong = ({ height, fit }: Size, format: PageForm['format']) =>
  (!height || fit === 'outside') && longestSide[format] < longestSide.jpeg

function getSize({ width, height, fit = 'inside' }: FormQuery): Size {
  const [across, down] = [roundUpSide(width), roundUpSide(height)]
  return { ...(across && { width: across }), ...(down && { height: down }), fit }
}

type Size = Pick<PageForm, 'width' | 'height' | 'fit'>

/** Formats a size and format for the cache file name and the ETag. */
export const formatFormName = ({ width = 0, height = 0, fit, isCropped, ...form }: PageForm) =>
  `${width}x${height}-${isCropped ? 'cropped' : fit}-q${form.quality}.${form.format}`

/** Returns the default width of a PDF page in pixels, which is about its paper size at 144 dpi. */
export const getRenderWidth = ({ width }: StoredPage) =>
  sides.find((side) => side >= Math.max(1080, Math.min(2560, width ?? 1600)))!

function roundUpSide(asked: string | undefined): number | undefined {
  const pixels = Number(asked ?? 0)
  return pixels === 0 ? undefined : (sides.find((side) => side >= pixels) ?? largestSide)
}

function roundUpQuality(asked: string | undefined): number | undefined {
  if (asked === undefined) return undefined
  return qualities.find((quality) => quality >= Number(asked)) ?? qualities.at(-1)
}

function isSmaller(page: StoredPage, { width, height, fit }: Size): boolean {
  const isWider = width !== undefined && (page.width ?? Infinity) > width
  const isHigher = height !== undefined && (page.height ?? Infinity) > height
  return fit === 'outside' && width && height ? isWider && isHigher : isWider || isHigher
}

/**
 * Returns the media type of an image, or that of plain bytes if a browser could execute the file.
 */
export const imageType = (mediaType: string) =>
  /^image\/(?!svg)[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream'
