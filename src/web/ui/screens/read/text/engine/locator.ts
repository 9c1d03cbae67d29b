import { fromRange, isCFI, parse, toRange } from 'foliate-js/epubcfi.js'
import type { FoliateBook, Target } from './book/epub'

/** A Readium locator, with a CFI that finds the sentence again after the font size has changed. */
export interface Locator {
  readonly href: string
  readonly type: string
  readonly title?: string
  /** The first words at the position, which become the label of a bookmark. */
  readonly text?: { readonly highlight?: string | null } | null
  readonly locations: {
    /** Fraction of the section, from 0 to 1. */
    readonly progression?: number | null
    /** Fraction of the book, from 0 to 1. */
    readonly totalProgression?: number | null
    /** Position in the section's document: a canonical fragment identifier (CFI). */
    readonly partialCfi?: string
  }
}

export interface Seen {
  readonly index: number
  /** The visible range, or null if the page is an image. */
  readonly range: Range | null
  readonly progression: number
  readonly totalProgression: number
  readonly chapter: string | null
}

/**
 * `base` is the folder of the manifest. URLs are stored relative to it, so that they stay valid if
 * the address of the server changes.
 */
export function buildLocator(book: FoliateBook, seen: Seen, base: string): Locator {
  const id = book.sections[seen.index]?.id ?? base
  const cfi = seen.range && getStart(seen.range)
  return {
    href: id.startsWith(base) ? id.slice(base.length) : id,
    type: 'application/xhtml+xml',
    ...(seen.chapter && { title: seen.chapter.slice(0, 1000) }),
    locations: {
      progression: share(seen.progression),
      totalProgression: share(seen.totalProgression),
      ...(cfi && { partialCfi: cfi }),
    },
  }
}

/**
 * Returns the target of a locator: the range of its CFI, or else its fraction of the section.
 * Returns null if the section does not exist.
 */
export function getTarget(book: FoliateBook, locator: Locator, base: string): Target | null {
  const address = new URL(locator.href, base).href
  const index = book.sections.findIndex(({ id }) => id === address)
  if (index === -1) return null
  const { partialCfi, progression } = locator.locations
  return { index, anchor: (doc) => rangeAt(doc, partialCfi) ?? progression ?? 0 }
}

const maxSearchLength = 160

/** Adds the text at the position to the locator. */
export function withWords(locator: Locator, range: Range | null): Locator {
  const words = range && getText(range.cloneContents()).slice(0, maxSearchLength)
  return words ? { ...locator, text: { highlight: words } } : locator
}

const blocks = 'p, li, div, section, blockquote, dd, dt, td, h1, h2, h3, h4, h5, h6'

/** Returns the text, with a space between adjacent blocks. */
function getText(fragment: DocumentFragment) {
  for (const block of fragment.querySelectorAll(blocks)) block.append(' ')
  return fragment.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
}

function getStart(range: Range) {
  const start = range.cloneRange()
  start.collapse(true)
  return fromRange(start)
}

/** Returns the range of a locator in the document of its section, or null if it cannot be found. */
export const getLocatorRange = (doc: Document | null, { locations }: Locator) =>
  doc && rangeAt(doc, locations.partialCfi)

/**
 * Returns null if there is no CFI or if it is invalid, for example because the file has changed.
 */
function rangeAt(doc: Document, cfi: string | undefined): Range | null {
  if (cfi === undefined || !isCFI.test(cfi)) return null
  try {
    return toRange(doc, parse(cfi))
  } catch {
    return null
  }
}

const share = (value: number) => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0))
