/** Conditions and order for a list of books that match a search. */
import { or, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../../../platform/db/dialect'
import { inIds } from '../../../platform/db/sql'
import { buildQueryTokens } from '../../../platform/lib/text/search-tokens'
import { series } from '../../series/schema'
import { bookMetadata, books } from '../schema'

/**
 * Sorts the books with these IDs first, in the given order. The positions are not parameters,
 * because PostgreSQL would treat them as text.
 */
export function orderNamed(named: readonly string[]): SQL[] {
  if (named.length === 0) return []
  const ranks = named.map((id, rank) => sql`when ${id} then ${sql.raw(String(rank))}`)
  return [
    sql`case ${books.id} ${sql.join(ranks, sql` `)} else ${sql.raw(String(ranks.length))} end`,
  ]
}

export const matchesSearch = (search: string, named: readonly string[]): SQL =>
  named.length > 0 ? or(inIds(books.id, named), matchesWords(search))! : matchesWords(search)

/** Matches words of the book or its series, because cards show the series name first. */
function matchesWords(search: string): SQL {
  if (buildQueryTokens(search).length === 0) return sql`1 = 0`
  const inSeries = sql`select ${series.id} from ${series}
    where ${series.n} in (${selectSeriesWithWords(search)})`
  if (dialect === 'sqlite') {
    return sql`(${books.n} in (${selectBooksWithWords(search)})
      or ${books.seriesId} in (${inSeries}))`
  }
  // Uses arrays, because otherwise PostgreSQL walks all books in sort order until the page is full.
  return sql`(${books.n} = any(array(${selectBooksWithWords(search)}))
    or ${books.seriesId} = any(array(${inSeries})))`
}

/** Selects the row numbers of series that contain all words. `search` contains at least one. */
export const selectSeriesWithWords = (search: string): SQL =>
  dialect === 'sqlite'
    ? sql`select rowid from series_fts where series_fts match ${buildPrefixQuery(search)}`
    : sql`select n from series_metadata where search_vector @@ ${buildPrefixQuery(search)}::tsquery`

/** Selects the row numbers of books whose own texts contain all words. */
export const selectBooksWithWords = (search: string): SQL =>
  dialect === 'sqlite'
    ? sql`select rowid from books_fts where books_fts match ${buildPrefixQuery(search)}`
    : sql`select ${bookMetadata.n} from ${bookMetadata}
      where search_vector @@ ${buildPrefixQuery(search)}::tsquery`

/** Tokens contain only letters, digits and marks, so they are safe to quote on both databases. */
const buildPrefixQuery = (search: string): string =>
  dialect === 'sqlite'
    ? buildQueryTokens(search)
        .map((token) => `"${token}"*`)
        .join(' ')
    : buildQueryTokens(search)
        .map((token) => `'${token}':*`)
        .join(' & ')
