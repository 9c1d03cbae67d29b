import { fromRange, parse, toRange } from 'foliate-js/epubcfi.js'
import { textWalker } from 'foliate-js/text-walker.js'
import type { FoliateBook, Target } from './epub'
import { findInTexts } from './find-in-texts'
import { quoteRange } from './quote-range'

export interface Hit {
  readonly target: Target
  readonly before: string
  readonly match: string
  readonly after: string
}

export interface Searched {
  readonly hits: readonly Hit[]
  /** Progress, from 0 to 1. */
  readonly done: number
  /** False if a section could not be loaded. */
  readonly isWhole: boolean
  /** Whether the limit of results was reached. */
  readonly isCut: boolean
}

const maxHits = 500

/** Searches section by section and yields results as they are found. */
export async function* searchBook(
  { sections, language }: FoliateBook,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<Searched> {
  let found = 0
  let isWhole = true
  for (const [index, section] of sections.entries()) {
    const hits: Hit[] = []
    const doc = await section.createDocument(signal).catch((_error: unknown) => null)
    if (signal.aborted) return
    isWhole &&= doc !== null
    for (const { range, ...words } of doc ? findInDocument(doc, query, language) : []) {
      hits.push({ target: getTarget(index, range), ...words })
      found += 1
      if (found === maxHits) break
    }
    const isCut = found === maxHits
    yield { hits, done: (index + 1) / sections.length, isWhole, isCut }
    if (isCut) return
  }
}

function findInDocument(doc: Document, query: string, language: string | undefined) {
  const locale = doc.body.lang || doc.documentElement.lang || language || 'en'
  return textWalker(doc, function* (texts, makeRange) {
    for (const found of findInTexts(texts, query, locale)) {
      const { start, end } = found
      const range = makeRange(start.text, start.offset, end.text, end.offset)
      yield { range, ...quoteRange(texts, found) }
    }
  })
}

/** Finds the range in the displayed document by its CFI, because a copy was searched. */
function getTarget(index: number, range: Range): Target {
  const cfi = fromRange(range)
  return { index, anchor: (doc) => toRange(doc, parse(cfi)) }
}
