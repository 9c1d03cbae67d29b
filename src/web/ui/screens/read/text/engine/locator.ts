import { fromRange, isCFI, parse, toRange } from 'foliate-js/epubcfi.js'
import type { FoliateBook, Target } from './book/epub'

/** A Readium locator with what finds the sentence again after the letters have become larger. */
export interface Locator {
  readonly href: string
  readonly type: string
  readonly title?: string
  /** The first words there, to know a bookmark by. */
  readonly text?: { readonly highlight?: string | null } | null
  readonly locations: {
    /** Share of the part, 0 to 1. */
    readonly progression?: number | null
    /** Share of the book, 0 to 1. */
    readonly totalProgression?: number | null
    /** The place within the part's document: a canonical fragment identifier. */
    readonly partialCfi?: string
  }
}

export interface Seen {
  readonly index: number
  /** What is on the screen; none where the page is a picture. */
  readonly range: Range | null
  readonly progression: number
  readonly totalProgression: number
  readonly chapter: string | null
}

/** `base` is the folder of the manifest: addresses are kept relative to it, so that a server may move. */
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

/** Where a locator leads: the sentence, else the share of the part; null where the book has no such part. */
export function getTarget(book: FoliateBook, locator: Locator, base: string): Target | null {
  const address = new URL(locator.href, base).href
  const index = book.sections.findIndex(({ id }) => id === address)
  if (index === -1) return null
  const { partialCfi, progression } = locator.locations
  return { index, anchor: (doc) => rangeAt(doc, partialCfi) ?? progression ?? 0 }
}

const maxSearchLength = 160

/** With the words that stand there. */
export function withWords(locator: Locator, range: Range | null): Locator {
  const words = range && getText(range.cloneContents()).slice(0, maxSearchLength)
  return words ? { ...locator, text: { highlight: words } } : locator
}

const blocks = 'p, li, div, section, blockquote, dd, dt, td, h1, h2, h3, h4, h5, h6'

/** Text as a reader sees it: nothing separates two paragraphs but that they are two. */
function getText(fragment: DocumentFragment) {
  for (const block of fragment.querySelectorAll(blocks)) block.append(' ')
  return fragment.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
}

function getStart(range: Range) {
  const start = range.cloneRange()
  start.collapse(true)
  return fromRange(start)
}

/** The sentence that a locator names, in the document of its part. */
export const getRange = (doc: Document | null, { locations }: Locator) =>
  doc && rangeAt(doc, locations.partialCfi)

/** A changed file no longer fits an old identifier: then the share has to do. */
function rangeAt(doc: Document, cfi: string | undefined): Range | null {
  if (cfi === undefined || !isCFI.test(cfi)) return null
  try {
    return toRange(doc, parse(cfi))
  } catch {
    return null
  }
}

const share = (value: number) => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0))
