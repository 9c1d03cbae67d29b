/**
 * Finds pages that consist of one JPEG, as in scans and comics. Such a page is served as that JPEG,
 * which is lossless and 50 times faster than rendering.
 */
import { isStandardProfile } from '../image/color-profile'
import { ImageBytes, NeedMore } from '../image/headers/image-bytes'
import { readJpegColors, readJpegFrame, type JpegFrame } from '../image/headers/jpeg'
import { type Area, hasVisibleAnnotations, isOptional, isUnclipped } from './page-facts'
import { keepsColors } from './kept-colors'
import type { PdfDocument } from './pdfium'
import { parseStreamDictionary, type StreamDictionary } from './stream-dictionary'

/** A JPEG file as embedded in the PDF. */
export interface PdfJpeg {
  data: Uint8Array
  width: number
  height: number
}

const maxJpegBytes = 64 << 20
const maxProfileBytes = 4 << 20
/** The dictionary of an image is rarely longer than 1 KiB. */
const dictionaryBytes = 16 << 10
/** Encryption lengthens the data of a stream by at most this number of bytes. */
const encryptionBytes = 32

const IMAGE_OBJECT = 3
const GRAY = 1
const RGB = 2
const ICC_BASED = 7
/** Color spaces by the number of components in the JPEG. */
const plainSpaces = new Map([
  [1, [GRAY, ICC_BASED]],
  [3, [RGB, ICC_BASED]],
])

/** Maximum distance between image edge and page edge, as a fraction of the page's size. */
const edgeTolerance = 0.01
/** Maximum difference between the proportions of the page and those of the image. */
const shapeTolerance = 0.02

/**
 * Returns the JPEG if the page is exactly that image: it fills the page, uncut, upright and in its
 * own proportions, its colors are plain, and nothing else is drawn. Otherwise, returns null.
 */
export function findEmbeddedJpeg(document: PdfDocument, page: number): PdfJpeg | null {
  const image = findOnlyImage(document, page)
  const area = readPageArea(document, page)
  if (image === null || !area || hasVisibleAnnotations(document, page)) return null
  if (!isUnclipped(document, image, shrinkArea(area))) return null

  const data = readJpeg(document, image)
  if (!data) return null
  const frame = readFrame(data)
  if (!frame || !fillsPage(document, image, area, frame)) return null
  if (!hasPlainColors(document, page, image, data)) return null
  if (!hasPlainDictionary(document, image, { data, frame })) return null
  if (!keepsColors(document, page, { image, area })) return null
  return { data, width: frame.width, height: frame.height }
}

/** Returns the image if it is a JPEG and the only object of an upright page. */
function findOnlyImage(document: PdfDocument, page: number): number | null {
  const { pdfium } = document
  const isAlone = pdfium.FPDFPage_CountObjects(page) === 1
  if (!isAlone || pdfium.FPDFPage_GetRotation(page) !== 0) return null
  const image = pdfium.FPDFPage_GetObject(page, 0)
  if (pdfium.FPDFPageObj_GetType(image) !== IMAGE_OBJECT || !isJpeg(document, image)) return null
  const isOpaque = !pdfium.FPDFPageObj_HasTransparency(image)
  return isOpaque && !isOptional(document, image) ? image : null
}

function isJpeg(document: PdfDocument, image: number): boolean {
  const { pdfium } = document
  if (pdfium.FPDFImageObj_GetImageFilterCount(image) !== 1) return false
  return document.withMemory(64, (pointer) => {
    const length = pdfium.FPDFImageObj_GetImageFilter(image, 0, pointer, 64)
    const name = document.bytes(pointer, Math.max(0, Math.min(length, 64) - 1))
    return Buffer.from(name).toString('latin1') === 'DCTDecode'
  })
}

function readJpeg(document: PdfDocument, image: number): Uint8Array | null {
  const { pdfium } = document
  const length = pdfium.FPDFImageObj_GetImageDataRaw(image, 0, 0)
  if (length <= 0 || length > maxJpegBytes) return null
  return document.withMemory(length, (pointer) => {
    pdfium.FPDFImageObj_GetImageDataRaw(image, pointer, length)
    return document.bytes(pointer, length)
  })
}

/**
 * Returns null for a damaged JPEG, and for one that image viewers would rotate but PDF readers do
 * not.
 */
function readFrame(data: Uint8Array): JpegFrame | null {
  const frame = readOrNull(() => readJpegFrame(new ImageBytes(data)))
  return frame && (frame.orientation ?? 1) <= 1 ? frame : null
}

/** Returns null if the data ends too early. */
function readOrNull<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof NeedMore) return null
    throw error
  }
}

/** Returns the visible part of the page. */
function readPageArea(document: PdfDocument, page: number): Area | null {
  return document.withMemory(16, (pointer) => {
    if (!document.pdfium.FPDF_GetPageBoundingBox(page, pointer)) return null
    const [left = 0, top = 0, right = 0, bottom = 0] = document.floats(pointer, 4)
    return right > left && top > bottom ? { left, bottom, right, top } : null
  })
}

/** Returns the part of the page that the image must cover. */
function shrinkArea({ left, bottom, right, top }: Area): Area {
  const [across, down] = [(right - left) * edgeTolerance, (top - bottom) * edgeTolerance]
  return { left: left + across, bottom: bottom + down, right: right - across, top: top - down }
}

function fillsPage(document: PdfDocument, image: number, area: Area, frame: JpegFrame): boolean {
  const covered = readUprightArea(document, image)
  if (!covered || !(frame.width > 0 && frame.height > 0)) return false
  const stretch =
    (covered.right - covered.left) / frame.width / ((covered.top - covered.bottom) / frame.height)
  const [across, down] = [area.right - area.left, area.top - area.bottom]
  return (
    Math.abs(stretch - 1) <= shapeTolerance &&
    isNear(covered.left, area.left, across) &&
    isNear(covered.right, area.right, across) &&
    isNear(covered.bottom, area.bottom, down) &&
    isNear(covered.top, area.top, down)
  )
}

const isNear = (edge: number, expected: number, length: number) =>
  Math.abs(edge - expected) <= length * edgeTolerance

/** Returns the area that an image covers, or null if the image is rotated, slanted or mirrored. */
function readUprightArea(document: PdfDocument, image: number): Area | null {
  const matrix = document.withMemory(24, (pointer) => {
    const isKnown = document.pdfium.FPDFPageObj_GetMatrix(image, pointer)
    return isKnown ? document.floats(pointer, 6) : []
  })
  const [a = 0, b = 0, c = 0, d = 0, left = 0, bottom = 0] = matrix
  const isUpright = a > 0 && d > 0 && Math.abs(b) <= 0.5 && Math.abs(c) <= 0.5
  return isUpright ? { left, bottom, right: left + a, top: bottom + d } : null
}

/** Returns whether viewers show the JPEG in the same colors outside the PDF. */
function hasPlainColors(
  document: PdfDocument,
  page: number,
  image: number,
  data: Uint8Array,
): boolean {
  const colors = readOrNull(() => readJpegColors(new ImageBytes(data)))
  if (!colors) return false
  const space = readColorSpace(document, page, image)
  if (!plainSpaces.get(colors.components)?.includes(space)) return false
  const declared = space === ICC_BASED ? readColorProfile(document, page, image) : null
  if (space === ICC_BASED && !declared) return false
  if (declared && colors.profile && Buffer.compare(declared, colors.profile) === 0) return true
  return [declared, colors.profile].every((one) => one === null || isStandardProfile(one))
}

const metadataBytes = 28
const colorSpaceOffset = 20

function readColorSpace(document: PdfDocument, page: number, image: number): number {
  return document.withMemory(metadataBytes, (pointer) => {
    const isKnown = document.pdfium.FPDFImageObj_GetImageMetadata(image, page, pointer)
    return isKnown ? document.int(pointer + colorSpaceOffset) : 0
  })
}

function readColorProfile(document: PdfDocument, page: number, image: number): Uint8Array | null {
  const read = document.pdfium.FPDFImageObj_GetIccProfileDataDecoded
  return document.withMemory(4, (size) => {
    const length = read(image, page, 0, 0, size) ? document.int(size) : 0
    if (length <= 0 || length > maxProfileBytes) return null
    return document.withMemory(length, (pointer) => {
      const isKnown = read(image, page, pointer, length, size)
      return isKnown ? document.bytes(pointer, length) : null
    })
  })
}

interface Size {
  width: number
  height: number
}

/** Returns the size in the image's dictionary, to which a larger JPEG is cropped. */
function readSize(document: PdfDocument, image: number): Size {
  return document.withMemory(8, (pointer) => {
    document.pdfium.FPDFImageObj_GetImagePixelSize(image, pointer, pointer + 4)
    return { width: document.int(pointer), height: document.int(pointer + 4) }
  })
}

/**
 * PDFium does not report whether the image has a mask or changes colors. This information is in its
 * dictionary, before the data in the file.
 */
function hasPlainDictionary(
  document: PdfDocument,
  image: number,
  { data, frame }: { data: Uint8Array; frame: Size },
): boolean {
  const size = readSize(document, image)
  if (size.width !== frame.width || size.height !== frame.height) return false
  const dictionaries = document.file
    .listReads(data.length, data.length + encryptionBytes)
    .map((offset) => parseStreamDictionary(document.file.readBefore(offset, dictionaryBytes)))
    .filter((found) => found !== null && isOfImage(found, size))
  return dictionaries.length > 0 && dictionaries.every((found) => found && isPlain(found))
}

function isOfImage(found: StreamDictionary, { width, height }: Size) {
  const isSame = (key: string, value: number) => {
    const [first, ...more] = found.get(key) ?? []
    return more.length > 0 || Number(first) === value
  }
  return (
    found.get('Subtype')?.[0] === '/Image' && isSame('Width', width) && isSame('Height', height)
  )
}

function isPlain(found: StreamDictionary): boolean {
  const isAbsent = (key: string) => (found.get(key) ?? ['null']).join(' ') === 'null'
  if (!['Mask', 'SMask', 'OC', 'F'].every(isAbsent)) return false
  if (found.get('ImageMask')?.[0] === 'true') return false
  const decode = found.get('Decode')?.join(' ') ?? 'null'
  const parameters = found.get('DecodeParms')?.join(' ') ?? 'null'
  return (
    /^(null|\[( 0(\.0*)? 1(\.0*)?)+ \])$/.test(decode) &&
    !/\bR\b|\/ColorTransform (?!1\b)/.test(parameters)
  )
}
