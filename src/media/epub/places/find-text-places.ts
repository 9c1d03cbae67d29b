/**
 * Finds places in an e-book that other programs stored as a section, an element and quoted text.
 */
import { decodeXml } from '../../metadata/xml-text'
import { readZipEntry, type Zip } from '../../archives/zip/zip'
import { BadFile } from '../../contents/contents'
import { openEpubFiles } from '../epub-files'
import { parsePublication, type PublicationPart } from '../publication'
import { readSectionText, type SectionText } from './section-text'

export interface WantedTextPlace {
  /** Number of the section in reading order, starting at 1. */
  section: number
  /** Elements from the body to the place, such as `div[1]`. */
  elements: readonly string[]
  /** Number of characters from the start of the last element. */
  offset: number
  /** The text at the place, or empty for a place without text. */
  quote: string
}

export interface TextPlace {
  /** Name of the section in the archive. */
  href: string
  mediaType: string
  /** Position in the section, from 0 to 1. */
  progression: number
  /** Position in the book, from 0 to 1. */
  totalProgression: number
  /**
   * null if the text is not in the section, or if the section is not well-formed, so that browsers
   * may build a different tree.
   */
  partialCfi: string | null
  before: string
  after: string
}

/** Larger sections are not searched. */
const maxSectionBytes = 8 << 20
const contextLength = 60

/**
 * Returns null for a place in a section that the book does not have. If the text of a place is not
 * found, returns the place of its element. If the section cannot be read, returns its start. Throws
 * `BadFile` if the book cannot be read. Reads synchronously, so use this only in child processes.
 */
export function findTextPlaces(zip: Zip, wanted: readonly WantedTextPlace[]): (TextPlace | null)[] {
  const { spine } = parsePublication(zip)
  const found: (TextPlace | null)[] = wanted.map(() => null)
  const bySection = Map.groupBy(wanted.keys(), (index) => wanted[index]!.section)
  for (const [section, indexes] of bySection) {
    const part = spine[section - 1]
    if (!part) continue
    const ofSection = indexes.map((index) => wanted[index]!)
    const text = readSection(zip, part, ofSection)
    const search = text && new SectionSearch(text)
    const bounds = findBounds(spine, section - 1)
    for (const index of indexes) {
      const place = search?.find(wanted[index]!) ?? nowhere
      const totalProgression = bounds.start + place.progression * bounds.share
      const { href, mediaType } = part
      found[index] = { href, mediaType, ...place, totalProgression }
    }
  }
  return found
}

const nowhere = { progression: 0, partialCfi: null, before: '', after: '' }

/** Returns where the section begins in the book, and its share of the book. */
function findBounds(spine: readonly PublicationPart[], index: number) {
  const total = Math.max(1, countPositions(spine))
  const start = countPositions(spine.slice(0, index)) / total
  return { start, share: spine[index]!.positions / total }
}

const countPositions = (parts: readonly PublicationPart[]) =>
  parts.reduce((sum, { positions }) => sum + positions, 0)

function readSection(zip: Zip, { href }: PublicationPart, wanted: readonly WantedTextPlace[]) {
  const entry = openEpubFiles(zip).find(href)
  if (!entry || entry.size > maxSectionBytes) return undefined
  const elements = new Set(wanted.flatMap((one) => [...listPrefixes(one)]))
  try {
    return readSectionText(decodeXml(readZipEntry(zip, entry, maxSectionBytes)), elements)
  } catch (error) {
    // The places in other sections are still found.
    if (!(error instanceof BadFile)) throw error
    return undefined
  }
}

/** Yields the paths of the last element and its ancestors, innermost first. */
function* listPrefixes({ elements }: WantedTextPlace): Generator<string> {
  for (let length = elements.length; length > 0; length--) {
    yield elements.slice(0, length).join('/')
  }
}

/** Whitespace, which differs between programs, and invisible characters, which they omit. */
const ignored = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/

class SectionSearch {
  readonly #section: SectionText
  /** The text without ignored characters. */
  readonly #folded: string
  /** The position in the text of each character in `#folded`. */
  readonly #places: Uint32Array

  constructor(section: SectionText) {
    this.#section = section
    const { text } = section
    const places = new Uint32Array(text.length)
    const kept: string[] = []
    for (let at = 0; at < text.length; at++) {
      const sign = text[at]!
      if (ignored.test(sign)) continue
      places[kept.length] = at
      kept.push(sign)
    }
    this.#folded = kept.join('')
    this.#places = places.subarray(0, kept.length)
  }

  find(wanted: WantedTextPlace) {
    const { text, isWellFormed } = this.#section
    const hint = this.#findHint(wanted)
    const quoted = wanted.quote === '' ? { start: hint, end: hint } : this.#findQuote(wanted, hint)
    const { start, end } = quoted ?? { start: hint, end: hint }
    const common = { progression: text.length === 0 ? 0 : start / text.length }
    if (!quoted) return { ...common, partialCfi: null, before: '', after: '' }
    return {
      ...common,
      partialCfi: isWellFormed ? this.#buildCfi(start, end) : null,
      before: text.slice(Math.max(0, start - contextLength), start).toWellFormed(),
      after: text.slice(end, end + contextLength).toWellFormed(),
    }
  }

  /**
   * Returns the number of characters before the element, plus the offset of the place in it. If the
   * element is not known, uses the innermost known element around it, without the offset.
   */
  #findHint(wanted: WantedTextPlace): number {
    const { elements, text } = this.#section
    for (const [outer, path] of [...listPrefixes(wanted)].entries()) {
      const start = elements.get(path)
      if (start !== undefined)
        return Math.min(text.length, start + (outer === 0 ? wanted.offset : 0))
    }
    return 0
  }

  /** Finds the quote. If it occurs several times, the occurrence nearest to the element is used. */
  #findQuote({ quote }: WantedTextPlace, hint: number) {
    const folded = [...quote].filter((sign) => !ignored.test(sign)).join('')
    if (folded === '') return undefined
    const near = this.#countBefore(hint)
    const candidates = [this.#folded.indexOf(folded, near), this.#folded.lastIndexOf(folded, near)]
    const [found] = candidates
      .filter((at) => at >= 0)
      .toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))
    if (found === undefined) return undefined
    const last = this.#places[found + folded.length - 1]!
    return { start: this.#places[found]!, end: last + 1 }
  }

  /** Returns the number of characters of the folded text before a place. */
  #countBefore(place: number): number {
    return findFirst(this.#places.length, (index) => this.#places[index]! >= place)
  }

  #buildCfi(start: number, end: number): string | null {
    const from = this.#buildPath(start)
    if (from === undefined) return null
    if (end === start) return `epubcfi(${from})`
    // The end belongs to the piece with the last character.
    const to = this.#buildPath(end - 1, 1)
    return to === undefined ? null : buildRange(from, to)
  }

  #buildPath(place: number, more = 0): string | undefined {
    const { pieces } = this.#section
    const index = findFirst(pieces.length, (one) => pieces[one]!.start > place) - 1
    const piece = pieces[index]
    return piece && `${piece.path}:${piece.offset + place - piece.start + more}`
  }
}

/**
 * Returns the first number below `count` that passes a test, given that all later numbers also pass
 * it. Returns `count` if none passes.
 */
function findFirst(count: number, test: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Both ends have the body as their first step. */
function buildRange(from: string, to: string): string {
  const body = /^\/\d+/.exec(from)?.[0] ?? ''
  return `epubcfi(${body},${from.slice(body.length)},${to.slice(body.length)})`
}
