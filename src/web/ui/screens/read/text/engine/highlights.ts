/**
 * Finds and paints the highlighted passages in the documents of a book, and builds the locator of a
 * new one from the selection.
 */
import { fromRange } from 'foliate-js/epubcfi.js'
import type { FoliateBook } from './book/epub'
import { buildLocator, getLocatorRange, type Locator } from './locator'

export const highlightColors = ['yellow', 'green', 'blue', 'pink'] as const
export type HighlightColor = (typeof highlightColors)[number]

export interface Painted {
  readonly locator: Locator
  readonly color: HighlightColor
}

/** Returns the name of the CSS highlight for a color. */
export const getHighlightName = (color: HighlightColor) => `quire-${color}`

/**
 * If the browser does not support CSS highlights, nothing is painted. The list in the side panel
 * still links to the passages.
 */
export function paintHighlights(doc: Document, painted: readonly Painted[]) {
  const window = doc.defaultView
  if (!window || !('Highlight' in window)) return
  for (const color of highlightColors) {
    const ranges = painted
      .filter((one) => one.color === color)
      .flatMap(({ locator }) => getLocatorRange(doc, locator) ?? [])
    window.CSS.highlights.set(getHighlightName(color), new window.Highlight(...ranges))
  }
}

/** Maximum length of a passage, because the server accepts locators of up to 16 KiB. */
const maxPassage = 2500
const contextLength = 60

interface SelectedPlace {
  readonly index: number
  readonly base: string
  readonly chapter: string | null
  /** Converts a fraction of the section to a fraction of the book. */
  totalAt(progression: number): number
}

/**
 * Builds a locator with the passage and the text around it, or returns null if nothing is selected.
 */
export function buildSelectionLocator(
  book: FoliateBook,
  selection: Selection | null,
  { index, base, chapter, totalAt }: SelectedPlace,
) {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const passage = selection.toString().trim().slice(0, maxPassage)
  if (passage === '') return null
  const range = selection.getRangeAt(0)
  const { before, after } = getSurroundings(range)
  const progression = before.length / Math.max(1, before.length + passage.length + after.length)
  const seen = { index, range: null, progression, totalProgression: totalAt(progression), chapter }
  const locator = buildLocator(book, seen, base)
  return {
    ...locator,
    locations: { ...locator.locations, partialCfi: fromRange(range) },
    text: {
      before: before.slice(-contextLength),
      highlight: passage,
      after: after.slice(0, contextLength),
    },
  }
}

/** Returns the document text before and after a range. */
function getSurroundings(range: Range) {
  const { body } = range.startContainer.ownerDocument!
  const [before, after] = [range.cloneRange(), range.cloneRange()]
  before.selectNodeContents(body)
  before.setEnd(range.startContainer, range.startOffset)
  after.selectNodeContents(body)
  after.setStart(range.endContainer, range.endOffset)
  return { before: before.toString(), after: after.toString() }
}
