/**
 * Filters of series lists. Each filter is a `Condition`. A condition tree also compiles to one,
 * which is combined with the others by AND.
 */
import { and, eq, exists, inArray, not, notInArray, sql, type SQL } from 'drizzle-orm'
import { dialect } from '../../../platform/db/dialect'
import type { Db } from '../../../platform/db/store'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { foldText } from '../../../platform/lib/text/fold-text'
import { buildQueryTokens } from '../../../platform/lib/text/search-tokens'
import { seriesProgress } from '../../../reading/progress/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { seriesCondition } from './series-condition'
import type { SeriesCondition } from './model'
import type { readStatuses, seriesStatuses } from '../model'
import { series } from '../schema'
import { seriesVisibleInOrder } from '../../libraries/series-visibility'

/**
 * `set`: `id in (select …)`, best for counts and few matches. `probe`: `exists (…)`, best for a
 * page in index order with many matches, because reading stops after the page.
 */
export type Form = 'set' | 'probe'
export type Condition = (form: Form) => SQL

type ReadStatus = (typeof readStatuses)[number]
type SeriesStatus = (typeof seriesStatuses)[number]

export interface Filter {
  libraryId?: string
  /** Names. The series must have all of these. */
  genres?: string[]
  tags?: string[]
  /** The series must have one of these values. */
  status?: SeriesStatus[]
  readStatus?: ReadStatus[]
  tracked?: boolean
  search?: string
  /** Condition tree, combined with the other filters. */
  condition?: SeriesCondition
}

/** Combines all conditions for a series to be in a list for this viewer. */
export const isInSeriesList = (conditions: readonly Condition[], viewer: Viewer, form: Form) =>
  and(seriesVisibleInOrder(viewer), ...conditions.map((condition) => condition(form)))

export function buildConditions(db: Db, viewer: Viewer, filter: Filter): Condition[] {
  const { libraryId, status, readStatus, tracked, search } = filter
  const { userId } = viewer
  const tree = filter.condition && seriesCondition(viewer, filter.condition)
  const conditions: (Condition | undefined)[] = [
    libraryId === undefined ? undefined : () => eq(series.libraryId, libraryId),
    ...(filter.genres ?? []).map((name) => hasGenre(db, name)),
    ...(filter.tags ?? []).map((name) => hasTag(db, name)),
    status && (() => inArray(series.status, status)),
    readStatus &&
      ((form) => isAnyOf(readStatus.map((word) => hasReadStatus(db, userId, word)(form)))),
    tracked === undefined ? undefined : () => eq(series.tracked, tracked),
    search === undefined ? undefined : matches(search),
    tree && (() => tree),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

const isAnyOf = (options: SQL[]) => sql`(${sql.join(options, sql` or `)})`

function hasGenre(db: Db, name: string): Condition {
  const label = db
    .select({ id: genres.id })
    .from(genres)
    .where(eq(genres.nameKey, foldText(name)))
  const links = db.select({ seriesId: seriesGenres.seriesId }).from(seriesGenres)
  return (form) =>
    form === 'set'
      ? inArray(series.id, links.where(inArray(seriesGenres.labelId, label)))
      : exists(
          links.where(
            and(eq(seriesGenres.seriesId, series.id), inArray(seriesGenres.labelId, label)),
          ),
        )
}

function hasTag(db: Db, name: string): Condition {
  const label = db
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tags.nameKey, foldText(name)))
  const links = db.select({ seriesId: seriesTags.seriesId }).from(seriesTags)
  return (form) =>
    form === 'set'
      ? inArray(series.id, links.where(inArray(seriesTags.labelId, label)))
      : exists(
          links.where(and(eq(seriesTags.seriesId, series.id), inArray(seriesTags.labelId, label))),
        )
}

/** `unread` means not started. A series without books is unread. */
function hasReadStatus(db: Db, userId: string, status: ReadStatus): Condition {
  const touched = sql`(${seriesProgress.booksRead} > 0 or ${seriesProgress.booksInProgress} > 0)`
  const wanted = {
    unread: touched,
    in_progress: sql`${touched} and ${seriesProgress.booksRead} < ${series.bookCount}`,
    read: sql`${seriesProgress.booksRead} > 0 and ${seriesProgress.booksRead} >= ${series.bookCount}`,
  }[status]
  const mine = db.select({ seriesId: seriesProgress.seriesId }).from(seriesProgress)
  const ofUser = eq(seriesProgress.userId, userId)
  return (form) => {
    // The number of books is a column of the outer row, so only `unread` can use an independent
    // subquery.
    if (form === 'set' && status === 'unread') {
      return notInArray(series.id, mine.where(and(ofUser, wanted)))
    }
    const probe = exists(mine.where(and(ofUser, eq(seriesProgress.seriesId, series.id), wanted)))
    return status === 'unread' ? not(probe) : probe
  }
}

/**
 * Each word must match the start of a token of the series. A query without letters or digits
 * matches nothing.
 */
function matches(query: string): Condition {
  const tokens = buildQueryTokens(query)
  if (tokens.length === 0) return () => sql`1 = 0`
  if (dialect === 'postgres') {
    const question = tokens.map((token) => `'${token}':*`).join(' & ')
    const hits = sql`(select n from series_metadata where search_vector @@ ${question}::tsquery)`
    return () => sql`${series.n} in ${hits}`
  }
  const question = tokens.map((token) => `"${token}"*`).join(' ')
  const hits = sql`(select rowid from series_fts(${question}))`
  // The plus sign makes SQLite walk the sort index and look up each row in the set of matches.
  return (form) => (form === 'probe' ? sql`+${series.n} in ${hits}` : sql`${series.n} in ${hits}`)
}
