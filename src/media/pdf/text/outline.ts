/**
 * Reads the outline of a PDF, which is its table of contents, and determines whether the PDF has
 * text.
 */
import { cleanLine } from '../../metadata/metadata-values'
import { readActionTarget, readPageTarget } from './page-links'
import { hasText } from './page-text'
import { PdfDocument } from '../pdfium'

interface OutlineEntry {
  title: string
  /** Starts at 1; null for a heading without a target. */
  page: number | null
  children: OutlineEntry[]
}

export interface PdfOutline {
  entries: OutlineEntry[]
  /** Whether any of the sampled pages has text. */
  hasText: boolean
}

const maxEntries = 10_000
const maxDepth = 16
const maxTitleBytes = 4000

export async function readOutline(path: string): Promise<PdfOutline> {
  using document = await PdfDocument.open(path)
  const walk = { document, seen: new Set<number>() }
  return { entries: listChildren(walk, 0, 0), hasText: samplesHaveText(document) }
}

interface Walk {
  document: PdfDocument
  /** An entry that is reached twice is part of a loop. */
  seen: Set<number>
}

function listChildren(walk: Walk, parent: number, depth: number): OutlineEntry[] {
  const { document, seen } = walk
  const { pdfium, handle } = document
  const entries: OutlineEntry[] = []
  if (depth >= maxDepth) return entries
  let next = pdfium.FPDFBookmark_GetFirstChild(handle, parent)
  while (next && !seen.has(next) && seen.size < maxEntries) {
    seen.add(next)
    entries.push({
      title: readTitle(document, next),
      page: readPage(document, next),
      children: listChildren(walk, next, depth + 1),
    })
    next = pdfium.FPDFBookmark_GetNextSibling(handle, next)
  }
  return entries
}

function readTitle(document: PdfDocument, bookmark: number): string {
  const { pdfium } = document
  const length = pdfium.FPDFBookmark_GetTitle(bookmark, 0, 0)
  if (length <= 2 || length > maxTitleBytes) return ''
  const text = document.withMemory(length, (pointer) => {
    pdfium.FPDFBookmark_GetTitle(bookmark, pointer, length)
    return Buffer.from(document.bytes(pointer, length - 2)).toString('utf16le')
  })
  return cleanLine(text) ?? ''
}

function readPage(document: PdfDocument, bookmark: number): number | null {
  const { pdfium, handle } = document
  const action = pdfium.FPDFBookmark_GetAction(bookmark)
  const target = action
    ? readActionTarget(document, action)
    : readPageTarget(document, pdfium.FPDFBookmark_GetDest(handle, bookmark))
  return target?.page ?? null
}

/** Samples the first pages and some later ones, because a book may start with images. */
const firstSamples = 4
const spreadSamples = 12

function samplesHaveText(document: PdfDocument): boolean {
  const { pageCount } = document
  const places = [
    ...Array.from({ length: firstSamples }, (_, index) => index),
    ...Array.from({ length: spreadSamples }, (_, index) =>
      Math.floor(((index + 0.5) / spreadSamples) * pageCount),
    ),
  ]
  return [...new Set(places)].some((place) => place < pageCount && hasText(document, place))
}
