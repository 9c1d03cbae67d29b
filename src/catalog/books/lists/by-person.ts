/** SQL conditions for the books that credit a person or a role. */
import { type SQL, sql } from 'drizzle-orm'
import {
  everything,
  compileMultiValueTest,
  type TextTest,
  compileTextTest,
  mapTestValue,
} from '../../../platform/query/compile-comparison'
import { dialect } from '../../../platform/db/dialect'
import { buildQueryTokens } from '../../../platform/lib/text/search-tokens'
import { personKey } from '../../series/series-people'
import { people, seriesPeople } from '../../series/schema'
import { bookMetadata, books } from '../schema'

export interface Person {
  id: string
  name: string
}

/**
 * Matches all books of series that credit the person and, in other series, only the books that
 * credit the person.
 */
export function isWorkOf({ id, name }: Person): SQL {
  const { seriesId, personId, ofSeries } = seriesPeople
  const credits = sql`select ${seriesId} from ${seriesPeople} where ${personId} = ${id}`
  return sql`(${books.seriesId} in (${credits}) and (
    ${books.seriesId} in (${credits} and ${ofSeries}) or ${hasPersonName(buildQueryTokens(name))}))`
}

/**
 * For an exact name, matches the same books as `isWorkOf`. Otherwise, matches all books of a series
 * if the series or any of its books credits the person.
 */
export const compileAuthorTest = (test: TextTest): SQL =>
  compileMultiValueTest(test, (one) => {
    const key = one && mapTestValue(one, personKey)
    const { seriesId, personId, ofSeries } = seriesPeople
    const credits = sql`select ${seriesId} from ${seriesPeople} where ${personId} in
      (select ${people.id} from ${people} where ${key ? compileTextTest(people.nameKey, key) : everything})`
    const isNamed =
      one?.operator === 'is'
        ? sql`(${books.seriesId} in (${credits} and ${ofSeries}) or ${hasPersonName(buildQueryTokens(one.value))})`
        : everything
    return sql`(${books.seriesId} in (${credits}) and ${isNamed})`
  })

export const compileRoleTest = (test: TextTest): SQL =>
  compileMultiValueTest(test, (one) => {
    const { seriesId, role } = seriesPeople
    const fits = one ? compileTextTest(role, one) : everything
    return sql`(${books.seriesId} in (select ${seriesId} from ${seriesPeople} where ${fits}))`
  })

/** Tokens contain only letters, digits and marks, so they are safe to quote on both databases. */
function hasPersonName(tokens: readonly string[]): SQL {
  if (tokens.length === 0) return sql`1 = 0`
  if (dialect === 'sqlite') {
    const query = tokens.map((token) => `"${token}"`).join(' ')
    return sql`${books.n} in (select rowid from books_fts where books_fts match ${query})`
  }
  const query = tokens.map((token) => `'${token}'`).join(' & ')
  return sql`${books.n} in (select ${bookMetadata.n} from ${bookMetadata}
    where search_vector @@ ${query}::tsquery)`
}
