/** Converts highlighted passages on pages to locators, and finds their text again. Pure. */
import type { Schemas } from '../../../../../api/client'

type Locator = Schemas['Highlight']['locator']

interface Characters {
  readonly start: number
  readonly end: number
}

interface Passage extends Characters {
  readonly page: Schemas['BookPage']
  readonly pageCount: number
  /** The text of the page. */
  readonly text: string
  readonly chapter: string | null
}

/** Maximum length of a passage, because the server accepts locators of up to 16 KiB. */
const maxPassage = 2500
const contextLength = 60

/** Builds a Readium locator with the page, the characters and the quote. */
export function buildPassageLocator({ page, pageCount, text, chapter, ...range }: Passage) {
  const { start } = range
  const end = Math.min(range.end, start + maxPassage)
  const progression = start / Math.max(1, text.length)
  return {
    href: `pages/${page.pageNumber}`,
    type: `image/${page.fileFormat}`,
    ...(chapter && { title: chapter.slice(0, 1000) }),
    locations: {
      position: page.pageNumber,
      progression,
      totalProgression: (page.pageNumber - 1 + progression) / Math.max(1, pageCount),
      // Characters of plain text, as in RFC 5147.
      fragments: [`char=${start},${end}`],
    },
    text: {
      before: text.slice(Math.max(0, start - contextLength), start),
      highlight: text.slice(start, end),
      after: text.slice(end, end + contextLength),
    },
  }
}

export const getPageOfPassage = ({ href, locations }: Locator): number =>
  locations.position ?? Number(/pages\/(\d+)/.exec(href)?.[1] ?? 0)

/**
 * Finds the characters of a passage. If the file has changed, the quote may be elsewhere on its
 * page. Returns null if the page no longer contains it.
 */
export function findPassage(text: string, locator: Locator): Characters | null {
  const { highlight = '', before = '' } = readQuote(locator)
  if (highlight === '') return null
  const stored = readFragment(locator)
  if (stored && text.slice(stored.start, stored.end) === highlight) return stored
  const places = [...findAll(text, highlight)]
  const start =
    places.find((place) => before !== '' && text.slice(0, place).endsWith(before)) ?? places[0]
  return start === undefined ? null : { start, end: start + highlight.length }
}

interface Quote {
  before?: string
  highlight?: string
}

const readQuote = (locator: Locator): Quote => (locator as { text?: Quote | null }).text ?? {}

function readFragment({ locations }: Locator): Characters | null {
  const { fragments } = locations as { fragments?: unknown }
  const [first] = Array.isArray(fragments) ? (fragments as unknown[]) : []
  const [, start, end] = /^char=(\d{1,7}),(\d{1,7})$/.exec(String(first)) ?? []
  return start === undefined ? null : { start: Number(start), end: Number(end) }
}

function* findAll(text: string, wanted: string): Generator<number> {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) yield at
}
