/**
 * Finds books from a search for their series and a number, as in `nova patrol 12`, words from the
 * book, as in `discworld mort`, or a kind, as in `nova patrol specials`.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { findFirstExisting } from '../../../platform/db/first-existing'
import type { Db } from '../../../platform/db/store'
import { buildQueryTokens } from '../../../platform/lib/text/search-tokens'
import { series } from '../../series/schema'
import { bookVisibleTo } from '../book-visibility'
import { findNumberedBooks } from '../numbers/numbered-search'
import { parseKindSearch } from '../numbers/parse-numbered-search'
import { books } from '../schema'
import { matchesSearch, selectBooksWithWords, selectSeriesWithWords } from './search-words'

/** Maximum number of words in a search that is split. */
const maxWords = 6
/** Maximum number of series or books to consider for one part of a search. */
const maxCandidates = 5000
const maxBooks = 100

/**
 * Returns the IDs of visible books, best first. If no number matches, splits the words, unless a
 * book or series contains all of them: the search finds such books anyway, so none are returned.
 */
export async function findNamedBooks(db: Db, viewer: Viewer, search: string): Promise<string[]> {
  const numbered = await findNumberedBooks(db, viewer, search)
  if (numbered.length > 0) return numbered
  const parts = listParts(viewer, search)
  if (parts.length === 0) return []
  const hasAllWords = and(matchesSearch(search, []), bookVisibleTo(viewer))!
  const conditions = [hasAllWords, ...parts]
  const place = await findFirstExisting(
    db,
    conditions.map((condition) => select(db, condition)),
  )
  return place === undefined || place === 0 ? [] : findIds(db, conditions[place]!)
}

/**
 * Finds books like `findNamedBooks`, but does not look for a number first. Call this only if no
 * book contains all words.
 */
export async function findBooksBySeriesAndWords(
  db: Db,
  viewer: Viewer,
  search: string,
): Promise<string[]> {
  const parts = listParts(viewer, search)
  const place = await findFirstExisting(
    db,
    parts.map((part) => select(db, part)),
  )
  return place === undefined ? [] : findIds(db, parts[place]!)
}

/**
 * Lists conditions, best first. The first condition that matches any books determines the result.
 */
function listParts(viewer: Viewer, search: string): SQL[] {
  const words = buildQueryTokens(search)
  if (words.length < 2 || words.length > maxWords) return []
  const ofKind = parseKindSearch(search)
  const isKind = ofKind && inArray(books.numberKind, [...ofKind.kinds])
  return [
    ...(ofKind ? [and(isOfSeries(ofKind.words), isKind, bookVisibleTo(viewer))!] : []),
    ...listDivisions(words).map(([ofSeries, own]) =>
      and(isOfSeries(ofSeries), hasWords(own), bookVisibleTo(viewer))!,
    ),
  ]
}

/** Splits words into those of a series and those of a book, in either order. */
function listDivisions(words: readonly string[]): [series: string, book: string][] {
  const divisions = words.slice(1).map((_, index): [string, string] => {
    const at = words.length - 1 - index
    return [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  })
  return [...divisions, ...divisions.map(([first, last]): [string, string] => [last, first])]
}

const isOfSeries = (words: string) =>
  sql`${series.n} in (${selectSeriesWithWords(words)} limit ${maxCandidates})`

const hasWords = (words: string) =>
  sql`${books.n} in (${selectBooksWithWords(words)} limit ${maxCandidates})`

const select = (db: Db, condition: SQL) =>
  db
    .select({ id: books.id })
    .from(series)
    .innerJoin(books, eq(books.seriesId, series.id))
    .where(condition)

async function findIds(db: Db, condition: SQL): Promise<string[]> {
  const rows = await select(db, condition).orderBy(series.sortKey, books.sortKey).limit(maxBooks)
  return rows.map(({ id }) => id)
}
