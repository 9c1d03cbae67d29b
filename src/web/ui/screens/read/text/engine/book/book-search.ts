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
      if (found === maxHits) break
    }
    const isCut = found === maxHits
    yield { hits, done: (index + 1) / sections.length, isWhole, isCut }
    if (isCut) return
  }
}

/** Finds the range in the displayed document by its CFI, because it belongs to a copy. */
function getHit(
  index: number,
  range: Range,
  excerpt: { pre: string; match: string; post: string },
): Hit {
  const cfi = fromRange(range)
  return {
    target: { index, anchor: (doc) => toRange(doc, parse(cfi)) },
    // Makes excerpts start and end at word boundaries.
    before: excerpt.pre.replace(/^…\S*\s/, '… '),
    match: excerpt.match,
    after: excerpt.post.replace(/\s\S*…$/, ' …'),
  }
}
