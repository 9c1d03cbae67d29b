/**
 * Reads the text and the links of a PDF page with their positions. Use this only in child
 * processes, because PDFium processes untrusted bytes.
 */
import { BadFile, maxPages } from '../../contents/contents'
import {
  type BookText,
  joinLines,
  type PageRange,
  type PageText,
  type TextLine,
  type Unread,
} from '../../page-text/placed-text'
import { orderLines } from './line-order'
import { readLinks } from './page-links'
import { PageMapping } from './page-mapping'
import { PdfDocument } from '../pdfium'
import { LineBuilder } from './text-lines'

/** Further glyphs of a page are ignored. */
const maxGlyphs = 100_000
const firstLetter = 0x21
/** The usual space, the no-break space, and the space of East Asian fonts. */
const spaces = new Set([0x20, 0xa0, 0x3000])
const lineEnds = new Set([0x0a, 0x0d])
/** PDFium returns these for a hyphen at the end of a line. */
const endHyphens = new Set([0x02, 0xfffe])

/**
 * Reads the text of consecutive pages with one open document, because opening a document takes
 * longer than reading a page.
 */
export async function readPageTexts(
  path: string,
  { first, count }: PageRange,
): Promise<(PageText | Unread)[]> {
  using document = await PdfDocument.open(path)
  const budget = createBudget()
  return Array.from({ length: count }, (_, offset) =>
    budget.isSpent() ? null : tryPage(() => readPageText(document, first + offset)),
  )
}

/** Maximum number of characters, about 20,000 pages of prose. Pages after that are omitted. */
const maxBookLength = 40 << 20

export async function readBookText(path: string): Promise<BookText> {
  using document = await PdfDocument.open(path)
  const budget = createBudget()
  const pages: string[] = []
  let length = 0
  let isWhole = document.pageCount <= maxPages
  for (let index = 0; index < Math.min(document.pageCount, maxPages); index++) {
    if (budget.isSpent() || length > maxBookLength) return { pages, isWhole: false }
    const text = tryPage(() => readPlainText(document, index))
    isWhole &&= text !== null
    pages.push(text ?? '')
    length += text?.length ?? 0
  }
  return { pages, isWhole }
}

/** CPU time limit for one task, half of the limit after which the pool stops it. */
const maxTaskMs = 30_000

function createBudget() {
  const start = process.cpuUsage()
  return {
    isSpent() {
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000 > maxTaskMs
    },
  }
}

function tryPage<Result>(read: () => Result): Result | Unread {
  try {
    return read()
  } catch (error) {
    if (error instanceof BadFile) return null
    throw error
  }
}

function readPageText(document: PdfDocument, index: number): PageText {
  return document.withPage(index, (page) => {
    const mapping = new PageMapping(document, page)
    return { lines: readLines(document, page, mapping), links: readLinks(document, page, mapping) }
  })
}

function readPlainText(document: PdfDocument, index: number): string {
  return document.withPage(index, (page) =>
    joinLines(readLines(document, page, new PageMapping(document, page))),
  )
}

/** Returns whether a page has letters that can be seen or selected. */
export const hasText = (document: PdfDocument, index: number) =>
  tryPage(() => readPlainText(document, index) !== '') ?? false

function readLines(document: PdfDocument, page: number, mapping: PageMapping): TextLine[] {
  if (!mapping.isValid) return []
  const { pdfium } = document
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return []
  try {
    const count = Math.min(pdfium.FPDFText_CountChars(text), maxGlyphs)
    return document.withMemory(16, (pointer) =>
      collectLines(document, mapping, { text, count, pointer }),
    )
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

interface Glyphs {
  /** PDFium's handle for the text. */
  text: number
  count: number
  /** Memory for a rectangle. */
  pointer: number
}

function collectLines(
  document: PdfDocument,
  mapping: PageMapping,
  { text, count, pointer }: Glyphs,
): TextLine[] {
  const { pdfium } = document
  const builder = new LineBuilder(mapping)
  for (let index = 0; index < count && !builder.isFull; index++) {
    const code = pdfium.FPDFText_GetUnicode(text, index)
    if (lineEnds.has(code)) builder.endLine()
    else if (spaces.has(code)) builder.addSpace()
    else if (isGlyph(code) && pdfium.FPDFText_GetLooseCharBox(text, index, pointer)) {
      const glyph = endHyphens.has(code) ? '-' : String.fromCodePoint(code)
      const readTurn = () => mapping.toTurn(pdfium.FPDFText_GetCharAngle(text, index))
      builder.addGlyph(glyph, mapping.toBox(document.floats(pointer, 4)), readTurn)
    }
  }
  builder.endLine()
  return orderLines(builder.lines)
}

/** Fonts without a character map return control characters, which are unreadable. */
const isGlyph = (code: number) =>
  endHyphens.has(code) ||
  (code >= firstLetter && !(code >= 0x7f && code < 0xa0) && code <= 0x10ffff)
