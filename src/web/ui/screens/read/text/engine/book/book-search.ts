import { fromRange, parse, toRange } from 'foliate-js/epubcfi.js'
import { searchMatcher } from 'foliate-js/search.js'
import { textWalker } from 'foliate-js/text-walker.js'
import type { FoliateBook, Target } from './epub'

export interface Hit {
  readonly target: Target
  readonly before: string
  readonly match: string
  readonly after: string
}

export interface Searched {
  readonly hits: readonly Hit[]
  /** Share of the book that has been looked through, 0 to 1. */
  readonly done: number
  /** No part failed to arrive. */
  readonly isWhole: boolean
  /** There are more than anyone would look through. */
  readonly isCut: boolean
}

const mostHits = 500

/** Looks through the book part by part, so that the first hits are there at once. */
export async function* searchBook(
  { sections, language }: FoliateBook,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<Searched> {
  const matches = searchMatcher(textWalker, { defaultLocale: language ?? 'en' })
  let found = 0
  let isWhole = true
  for (const [index, section] of sections.entries()) {
    const hits: Hit[] = []
    const doc = await section.createDocument(signal).catch((_error: unknown) => null)
    if (signal.aborted) return
    isWhole &&= doc !== null
    for (const { range, excerpt } of doc ? matches(doc, query) : []) {
      hits.push(getHit(index, range, excerpt))
      found += 1
      if (found === mostHits) break
    }
    const isCut = found === mostHits
    yield { hits, done: (index + 1) / sections.length, isWhole, isCut }
    if (isCut) return
  }
}

/** The range is of a copy: its identifier finds the same words in the document that is shown. */
function getHit(
  index: number,
  range: Range,
  excerpt: { pre: string; match: string; post: string },
): Hit {
  const cfi = fromRange(range)
  return {
    target: { index, anchor: (doc) => toRange(doc, parse(cfi)) },
    // Never from the middle of a word, nor to it.
    before: excerpt.pre.replace(/^…\S*\s/, '… '),
    match: excerpt.match,
    after: excerpt.post.replace(/\s\S*…$/, ' …'),
  }
}
