/** Finds books by the words of their series and a number, as in `nova patrol 12`. */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Db } from '../../../platform/db/store'
import { foldText } from '../../../platform/lib/text/fold-text'
import { buildQueryTokens } from '../../../platform/lib/text/search-tokens'
import { series } from '../../series/schema'
import { bookVisibleTo } from '../book-visibility'
import { selectSeriesWithWords } from '../lists/search-words'
import { books } from '../schema'
import type { NumberKind } from './number-kind'

export interface NumberedSearch {
  /** Words of the series. */
  words: string
  number: number
  /** undefined if the search does not say what the number counts. */
  kinds: readonly NumberKind[] | undefined
}

const kindsOfWord: Record<string, readonly NumberKind[]> = {
  volume: ['volume', 'collected'],
  chapter: ['chapter', 'issue'],
  number: ['issue', 'chapter', 'volume'],
  annual: ['annual'],
  special: ['special'],
}

/** Words before a number, in the languages of the interface and of common file names. */
const meanings: readonly [RegExp, keyof typeof kindsOfWord][] = [
  [/^(?:vols?|volumes?|v|bd|band|t|tome|tomo|book|buch|巻|卷|권)$/, 'volume'],
  [/^(?:ch|chp|chap|chapters?|c|kap|kapitel|eps?|episodes?|話|话|화|회|章)$/, 'chapter'],
  [/^(?:#|issues?|no|nr|heft)$/, 'number'],
  [/^(?:annuals?|jahrbuch)$/, 'annual'],
  [/^(?:specials?|sp|sonderheft)$/, 'special'],
]

const number = String.raw`0*(\d{1,5}(?:[.,]\d{1,2})?)`
const numberLast = new RegExp(
  String.raw`^(.+?)[\s,:–-]+(?:(\p{L}{1,9})\.?\s*)?(#?)\s*${number}$`,
  'u',
)
const counterLast = new RegExp(String.raw`^(.+?)\s*第?\s*${number}\s*([巻卷권話话화회章])$`, 'u')

/** Parses a search that ends with a number: `3`, `03`, `#3`, `v3`, `vol 3`, `ch 120`, `第3巻`. */
export function parseNumberedSearch(search: string): NumberedSearch | undefined {
  const text = foldText(search.slice(0, 200)).trim()
  const [, behind, counted, counter] = counterLast.exec(text) ?? []
  if (behind !== undefined) return build(behind, counter!, counted!)
  const [, words = '', word, sign = '', digits] = numberLast.exec(text) ?? []
  if (digits === undefined) return undefined
  // Any other word belongs to the series.
  const isMark = word === undefined || findMeaning(word) !== undefined
  return isMark ? build(words, word ?? sign, digits) : build(`${words} ${word}`, sign, digits)
}

const findMeaning = (mark: string) => meanings.find(([pattern]) => pattern.test(mark))?.[1]

function build(words: string, mark: string, digits: string) {
  if (buildQueryTokens(words).length === 0) return undefined
  const meaning = findMeaning(mark)
  return {
    words,
    number: Number(digits.replace(',', '.')),
    kinds: meaning === undefined ? undefined : kindsOfWord[meaning],
  }
}

/** Series and books to rank. More are not searched. */
const maxCandidates = 1000
const maxBooks = 100

/**
 * Finds visible books by number, best first: series with exactly these words first, then others
 * that start with them. Empty if the search does not end with a number.
 */
export async function findNumberedBooks(db: Db, viewer: Viewer, search: string): Promise<string[]> {
  const wanted = parseNumberedSearch(search)
  if (!wanted) return []
  const rows = await db
    .select({ id: books.id, title: series.title, to: books.numberTo, sortKey: books.sortKey })
    .from(series)
    .innerJoin(books, eq(books.seriesId, series.id))
    .where(
      and(
        sql`${series.n} in (${selectSeriesWithWords(wanted.words)} limit ${maxCandidates})`,
        hasNumber(wanted),
        bookVisibleTo(viewer),
      ),
    )
    .limit(maxCandidates)
  const rank = rankBy(foldText(wanted.words).trim())
  return rows
    .toSorted((a, b) => rank(a.title) - rank(b.title) || compareBooks(a, b))
    .slice(0, maxBooks)
    .map(({ id }) => id)
}

function hasNumber({ number: wanted, kinds }: NumberedSearch): SQL | undefined {
  const isNumber = sql`(${books.numberFrom} = ${wanted}
    or (${books.numberFrom} < ${wanted} and ${books.numberTo} >= ${wanted}))`
  if (kinds === undefined) return isNumber
  const isKind = and(isNumber, inArray(books.numberKind, [...kinds]))
  // The chapters of a volume are found by its number.
  return kinds === kindsOfWord['volume']
    ? or(isKind, sql`(${books.numberKind} = 'chapter' and ${books.volume} = ${wanted})`)
    : isKind
}

const rankBy = (words: string) => (title: string) => {
  const folded = foldText(title).trim()
  if (folded === words) return 0
  return folded.startsWith(words) ? 1 : 2
}

interface Numbered {
  title: string
  to: number | null
  sortKey: string
}

/** A book with just this number precedes ranges that contain it. */
const compareBooks = (a: Numbered, b: Numbered) =>
  Number(a.to !== null) - Number(b.to !== null) || (a.sortKey < b.sortKey ? -1 : 1)
