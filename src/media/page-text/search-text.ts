/** Finds words in the text of a book, ignoring case, accents, ligatures and hyphens. Pure. */
import { spellLetters } from '../../web/shared/spell-letters'
import type { BookText } from './placed-text'

interface TextMatch {
  /** Starts at 1. */
  page: number
  /** Offset in the text of the page. */
  start: number
  before: string
  match: string
  after: string
}

export interface TextMatches {
  matches: TextMatch[]
  /** Whether there are more matches. */
  isCut: boolean
  /** False if some pages could not be searched. */
  isWhole: boolean
}

const maxMatches = 500
const contextLength = 60

export function searchBookText({ pages, isWhole }: BookText, query: string): TextMatches {
  const matches: TextMatch[] = []
  const wanted = fold(query.trim())
  if (wanted === '') return { matches, isCut: false, isWhole }
  for (const [index, text] of pages.entries()) {
    if (!fold(text).includes(wanted)) continue
    for (const range of findRanges(text, wanted)) {
      if (matches.length === maxMatches) return { matches, isCut: true, isWhole }
      matches.push({ page: index + 1, ...quote(text, range) })
    }
  }
  return { matches, isCut: false, isWhole }
}

/** A letter with the accents that follow it. */
const letterAt = /^.[\u0300-\u036f]*/su
const accents = /[\u0300-\u036f]/g
/** Words are hyphenated at the end of a line, and a space precedes the next line. */
const hyphens = /[-\u00ad\u2010] ?/g

/** Scripts without spaces between words, with their punctuation. */
const dense = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\u30fc\uff01-\uff65]`
/** Spaces from line ends, which are not part of the text. */
const denseSpaces = new RegExp(`(?<=${dense}) (?=${dense})`, 'gu')
const denseSpaceAfter = new RegExp(`^${dense} ${dense}`, 'u')

/**
 * Replaces the final form of the Greek sigma, because single letters do not show whether they end a
 * word.
 */
const foldLetters = (text: string) =>
  spellLetters(text.normalize('NFKD').replace(accents, '').toLowerCase()).replaceAll('ς', 'σ')

const fold = (text: string) =>
  foldLetters(text.replace(/\s+/g, ' ').replace(denseSpaces, '').replace(hyphens, ''))

/**
 * Length of two letters outside the basic plane with a space between them, in UTF-16 code units.
 */
const maxSpaced = 5

interface Range {
  start: number
  end: number
}

function* findRanges(text: string, wanted: string): Generator<Range> {
  const { folded, places } = foldWithPlaces(text)
  let from = 0
  let end = 0
  for (;;) {
    const at = folded.indexOf(wanted, from)
    if (at === -1) return
    const start = places[at]!
    // A letter that is spelled with two letters is found only once.
    const isFound = start < end
    from = at + (isFound ? 1 : wanted.length)
    if (isFound) continue
    const last = places[from - 1]!
    end = last + (letterAt.exec(text.slice(last)) ?? [''])[0].length
    yield { start, end }
  }
}

/**
 * Folds the text. `places` contains the offset in the text for each code unit of the folded text.
 */
function foldWithPlaces(text: string) {
  const places: number[] = []
  let folded = ''
  let offset = 0
  let isSpaceSkipped = false
  for (const letter of text) {
    const isHyphen = letter.replace(hyphens, '') === ''
    const isSkipped = isHyphen || (isSpaceSkipped && letter === ' ')
    const units = isSkipped ? '' : foldLetters(letter)
    for (let unit = 0; unit < units.length; unit++) places.push(offset)
    folded += units
    isSpaceSkipped = isHyphen || denseSpaceAfter.test(text.slice(offset, offset + maxSpaced))
    offset += letter.length
  }
  return { folded, places }
}

/** Returns the match with the words around it. */
function quote(text: string, { start, end }: Range) {
  const before = text.slice(Math.max(0, start - contextLength), start)
  const after = text.slice(end, end + contextLength)
  const isCutBefore = start > contextLength
  const isCutAfter = end + contextLength < text.length
  return {
    start,
    before: (isCutBefore ? before.replace(/^\S*\s/, '… ') : before).toWellFormed(),
    match: text.slice(start, end),
    after: (isCutAfter ? after.replace(/\s\S*$/, ' …') : after).toWellFormed(),
  }
}
