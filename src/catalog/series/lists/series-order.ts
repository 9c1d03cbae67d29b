import { asc, type Column, desc, sql, type SQL } from 'drizzle-orm'
import type { Sort } from '../../../platform/http/pagination'
import { buildSortKey } from '../../../platform/lib/text/sort-key'
import { seriesProgress } from '../../../reading/progress/schema'
import { series } from '../schema'
import { ownRating } from './series-condition'
import type { SeriesSortKey } from './series-sorts'

export type SeriesSort = Sort<SeriesSortKey>

/** Sort keys that have an index, so that pages near the start are fast on the main thread. */
export const indexedSorts: readonly SeriesSortKey[] = ['name', 'date_added', 'date_updated']

interface OrderRequest {
  sort: SeriesSort
  search: string | undefined
  userId: string
  now: Date
}

/** Builds the terms of `order by`, ending with the ID. Missing values always come last. */
export function buildOrder({ sort: { key, direction }, ...asked }: OrderRequest): SQL[] {
  const sorted = direction === 'asc' ? asc : desc
  const last = direction === 'asc' ? sql`asc nulls last` : sql`desc nulls last`
  const own = buildSortTerm(key, asked)
  if (own !== undefined) return [sql`${own} ${last}`, asc(series.sortKey), asc(series.id)]
  return [sorted(indexedColumns[key] ?? series.sortKey), sorted(series.id)]
}

/**
 * Indexed columns that lists can be sorted by, other than the name. `date_read` is handled in
 * list-series.ts.
 */
const indexedColumns: Partial<Record<SeriesSortKey, Column>> = {
  date_added: series.createdAt,
  date_updated: series.updatedAt,
}

function buildSortTerm(key: SeriesSortKey, { search, userId, now }: Omit<OrderRequest, 'sort'>) {
  const terms: Partial<Record<SeriesSortKey, unknown>> = {
    release_date: series.year,
    book_count: series.bookCount,
    unread_count: unread(userId),
    rating: series.rating,
    user_rating: ownRating(userId),
    community_rating: series.rating,
    external_rating: series.rating,
    relevance: relevance(search ?? ''),
    random: shuffle(shuffleSeed(userId, now)),
  }
  return terms[key]
}

/**
 * Counts unread books. Users have a row only for series that they have started. A lookup per row is
 * twice as fast as a join.
 */
const unread = (userId: string): SQL =>
  sql`(${series.bookCount} - coalesce((select ${seriesProgress.booksRead} from ${seriesProgress}
    where ${seriesProgress.userId} = ${userId} and ${seriesProgress.seriesId} = ${series.id}), 0))`

/**
 * Returns 2 if the text is the whole title, 1 if the title starts with it, or 0 if it occurs
 * elsewhere in the title or in another field.
 */
function relevance(search: string): SQL {
  const key = buildSortKey(search)
  const above = `${key}\u{10FFFF}`
  return sql`case when ${series.sortKey} = ${key} then 2
    when ${series.sortKey} >= ${key} and ${series.sortKey} < ${above} then 1 else 0 end`
}

const prime = 2_147_483_647
const shuffle = (seed: number) =>
  sql`((${series.n} * cast(${seed} as bigint)) % ${sql.raw(`${prime}`)})`

/** Computes a seed per day and user. Pages of a random order stay consistent during the day. */
export function shuffleSeed(userId: string, now: Date): number {
  const day = now.toISOString().slice(0, 10)
  return (Bun.hash.xxHash32(`${day} ${userId}`) % (prime - 2)) + 1
}
