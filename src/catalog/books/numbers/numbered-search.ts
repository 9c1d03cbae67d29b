/** Finds books by the words of their series and a number, as in `nova patrol 12`. */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { findFirstExisting } from '../../../platform/db/first-existing'
import type { Db } from '../../../platform/db/store'
import { foldText } from '../../../platform/lib/text/fold-text'
import { series } from '../../series/schema'
import { bookVisibleTo } from '../book-visibility'
import { selectSeriesWithWords } from '../lists/search-words'
import { books } from '../schema'
import { listNumberedSearches, type NumberedSearch } from './parse-numbered-search'

/** Maximum number of series or books to rank. */
const maxCandidates = 1000
const maxBooks = 100

/**
 * Finds visible books by series and number, best first: series of the year in the search come
 * before others, and then a series with exactly the words of the search before series that start
 * with these words. Returns an empty list if the search has no number. If the search has several
 * meanings, the first one that matches a book is used.
 */
export async function findNumberedBooks(db: Db, viewer: Viewer, search: string): Promise<string[]> {
  const [first, ...others] = listNumberedSearches(search)
  if (first === undefined) return []
  const found = await findBooksByNumber(db, viewer, first)
  if (found.length > 0) return found
  const place = await findFirstExisting(
    db,
    others.map((wanted) => selectNumberedBooks(db, viewer, wanted)),
  )
  return place === undefined ? [] : findBooksByNumber(db, viewer, others[place]!)
}

const selectNumberedBooks = (db: Db, viewer: Viewer, wanted: NumberedSearch) =>
  db
    .select({
      id: books.id,
      title: series.title,
      year: series.year,
      to: books.numberTo,
      sortKey: books.sortKey,
    })
    .from(series)
    .innerJoin(books, eq(books.seriesId, series.id))
    .where(
      and(
        sql`${series.n} in (${selectSeriesWithWords(wanted.words)} limit ${maxCandidates})`,
        hasNumber(wanted),
        wanted.volume === undefined ? undefined : eq(books.volume, wanted.volume),
        bookVisibleTo(viewer),
      ),
    )
    .limit(maxCandidates)

async function findBooksByNumber(
  db: Db,
  viewer: Viewer,
  wanted: NumberedSearch,
): Promise<string[]> {
  const rows = await selectNumberedBooks(db, viewer, wanted)
  const rank = rankBy(foldText(wanted.words).trim())
  const isOtherYear = (row: { year: number | null }) =>
    Number(wanted.year !== undefined && row.year !== wanted.year)
  return rows
    .toSorted(
      (a, b) =>
        isOtherYear(a) - isOtherYear(b) || rank(a.title) - rank(b.title) || compareBooks(a, b),
    )
    .slice(0, maxBooks)
    .map(({ id }) => id)
}

function hasNumber(wanted: NumberedSearch): SQL | undefined {
  const { number: from, numberTo: to = from, kinds } = wanted
  const isNumber = sql`((${books.numberFrom} >= ${from} and ${books.numberFrom} <= ${to})
    or (${books.numberFrom} < ${from} and ${books.numberTo} >= ${from}))`
  if (kinds === undefined) return isNumber
  const isKind = and(isNumber, inArray(books.numberKind, [...kinds]))
  // The number of a volume also finds its chapters.
  return kinds[0] === 'volume'
    ? or(isKind, sql`(${books.numberKind} = 'chapter' and ${books.volume} = ${from})`)
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

/** A book with a single number precedes books with a range that contains the number. */
const compareBooks = (a: Numbered, b: Numbered) =>
  Number(a.to !== null) - Number(b.to !== null) || (a.sortKey < b.sortKey ? -1 : 1)
