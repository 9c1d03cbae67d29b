/**
 * Parses a `.mokuro` file: the text that an OCR program has found on the pages of a comic. Takes
 * long for large files, so use this only in child processes. Pure.
 */
import { findExceededLimit } from '../../platform/lib/measure-json'
import { BadFile } from '../contents/contents'
import { pageTextMessages } from './messages'
import { type Box, joinLines, placeOnPage, type PageText, type TextLine } from './placed-text'

/** Larger files are not read. Files of real volumes are 1 to 20 MB in size. */
export const maxMokuroBytes = 64 << 20
/** JSON of the same size with more values would take much more memory. */
const maxValues = 8_000_000
/** The coordinates of a line are at a depth of 8. */
const maxDepth = 64
/** Further blocks of a page are ignored. */
const maxBlocks = 1000
const maxLines = 1000
const maxTextLength = 20_000
const maxLineLength = 1000
const maxPixels = 1_000_000
const maxPathLength = 1000

type Fields = Record<string, unknown>

/** A page whose text has not been parsed yet. */
export interface MokuroPage {
  /** Path of the image that the OCR program read. It is compared with names, and never opened. */
  imagePath: string
  readonly fields: Fields
}

/** Throws `BadFile`. Ignores unknown data in the file. */
export function parseMokuro(bytes: Uint8Array): MokuroPage[] {
  checkStructure(bytes)
  const found = parseJson(bytes)
  const pages = isObject(found) ? found['pages'] : undefined
  if (!Array.isArray(pages)) throw createUnreadable()
  return pages.map((page: unknown) => {
    const fields = isObject(page) ? page : {}
    const { img_path: path } = fields
    const isPath = typeof path === 'string' && path.length <= maxPathLength
    return { imagePath: isPath ? path : '', fields }
  })
}

const createUnreadable = () => new BadFile('broken_metadata', pageTextMessages.unreadable())

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw createUnreadable()
    throw error
  }
}

/** Refuses JSON that would need much time or memory, before it is parsed. */
function checkStructure(bytes: Uint8Array) {
  if (bytes.length > maxMokuroBytes) throw createTooLarge()
  const exceeded = findExceededLimit(bytes, { maxDepth, maxValues })
  if (exceeded === 'maxDepth') throw createUnreadable()
  if (exceeded === 'maxValues') throw createTooLarge()
}

const createTooLarge = () => new BadFile('too_large', pageTextMessages.too_large())

/** Positions are fractions of the image that was read, so the page may have a different size. */
export function readMokuroPage({ fields }: MokuroPage): PageText {
  const size = { width: readPixels(fields['img_width']), height: readPixels(fields['img_height']) }
  const lines: TextLine[] = []
  if (size.width === 0 || size.height === 0) return { lines, links: [] }
  let length = 0
  for (const block of listOf(fields['blocks'], maxBlocks)) {
    for (const { text, box, isVertical } of readBlock(block)) {
      const place = placeOnPage(box, size)
      if (!place) continue
      length += text.length + 1
      if (lines.length === maxLines || length > maxTextLength) return { lines, links: [] }
      const flow = isVertical ? 'vertical' : 'ltr'
      lines.push({ text, ...place, turn: 0, flow, starts: listStarts(text) })
    }
  }
  return { lines, links: [] }
}

export const readMokuroPageText = (page: MokuroPage) => joinLines(readMokuroPage(page).lines)

const readPixels = (value: unknown) =>
  typeof value === 'number' && value > 0 && value <= maxPixels ? value : 0

interface BlockLine {
  text: string
  box: Box
  isVertical: boolean
}

function readBlock(block: unknown): BlockLine[] {
  if (!isObject(block)) return []
  const isVertical = block['vertical'] === true
  const texts = listOf(block['lines'], maxLines)
  const corners = listOf(block['lines_coords'], maxLines)
  const whole = readCorners(block['box'])
  return texts.flatMap((value, index) => {
    const text = typeof value === 'string' ? cleanLine(value) : ''
    if (text === '') return []
    const own = readCorners(listOf(corners[index], 4).flat())
    const box = own ?? (whole && takePart(whole, { index, count: texts.length, isVertical }))
    return box ? [{ text, box, isVertical }] : []
  })
}

const cleanLine = (text: string) =>
  text
    .slice(0, maxLineLength)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Returns the rectangle around points, given as consecutive coordinates: x, y, x, y. */
function readCorners(value: unknown): Box | undefined {
  const numbers = listOf(value, 8)
  if (numbers.length < 4 || !numbers.every((one) => Number.isFinite(one))) return undefined
  const across = numbers.filter((_, index) => index % 2 === 0) as number[]
  const down = numbers.filter((_, index) => index % 2 === 1) as number[]
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across),
    bottom: Math.max(...down),
  }
}

/** Lines without positions share the area of their block: columns from right to left, or rows. */
function takePart(
  { left, top, right, bottom }: Box,
  { index, count, isVertical }: { index: number; count: number; isVertical: boolean },
): Box {
  const width = (right - left) / count
  const height = (bottom - top) / count
  return isVertical
    ? { left: right - width * (index + 1), right: right - width * index, top, bottom }
    : { left, right, top: top + height * index, bottom: top + height * (index + 1) }
}

/** The file does not contain the positions of words, so all letters are treated as equally wide. */
function listStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    starts.push(Math.round(((at + 1) / text.length) * 1e5) / 1e5)
  }
  return starts
}

const listOf = (value: unknown, max: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, max) : []

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
