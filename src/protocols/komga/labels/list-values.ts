/** Lists genres, tags, publishers and other values of series, as well as people. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import type { FacetName, SeriesCondition } from '../../../catalog/series/lists/model'
import { listMatchingSeries } from '../../../catalog/series/service'
import { listSeriesValues } from '../../../catalog/series/lists/series-facets'
import { listCredits } from '../../../catalog/search/people'
import { toKomgaRole, toQuireRole } from '../dto/series-dto'

export interface ValueScope {
  search?: string | undefined
  /** Includes only series in these libraries. */
  libraryIds?: readonly string[] | undefined
  /** Includes only series in these collections. */
  collectionIds?: readonly string[] | undefined
  /** Includes only these series. */
  seriesIds?: readonly string[] | undefined
  /** True if nothing can match. */
  isEmpty?: boolean
}

interface ValuePage {
  limit: number
  offset: number
}

interface Values<Value> {
  data: Value[]
  total: number
}

const maxValues = 10_000
export const firstValues: ValuePage = { limit: maxValues, offset: 0 }

export const isIn = (values: readonly string[]) => ({
  operator: 'in' as const,
  values: [...values],
})

export async function listValues(
  ctx: Context,
  viewer: Viewer,
  facet: FacetName,
  { search, limit, offset, ...scope }: ValueScope & ValuePage,
): Promise<Values<string>> {
  if (scope.isEmpty || scope.libraryIds?.length === 0) return { data: [], total: 0 }
  const limits = buildLimits(scope)
  const condition = limits.length > 0 ? { allOf: limits } : undefined
  const found = await listSeriesValues(ctx, viewer, {
    facet,
    condition,
    search,
    limit,
    offset,
  })
  return { data: found.data.map(String), total: found.total }
}

/** Komga's interface and apps use this word to filter for series without a rating. */
const noRating = 'None'

/** Lists age ratings, and the word for "none" if there are series without one. */
export async function listAgeRatings(
  ctx: Context,
  viewer: Viewer,
  scope: ValueScope,
): Promise<string[]> {
  const { data } = await listValues(ctx, viewer, 'ageRating', { ...scope, ...firstValues })
  if (scope.isEmpty || scope.libraryIds?.length === 0) return data
  const unrated = { ageRating: { operator: 'isNull' as const } }
  const { total } = await listMatchingSeries(ctx, viewer, {
    body: { condition: { allOf: [...buildLimits(scope), unrated] } },
    sort: undefined,
    paging: { page: 1, pageSize: 1, offset: 0 },
  })
  return total > 0 ? [...data, noRating] : data
}

const buildLimits = ({ libraryIds, collectionIds, seriesIds }: ValueScope): SeriesCondition[] => [
  ...(libraryIds ? [{ libraryId: isIn(libraryIds) }] : []),
  ...(collectionIds ? [{ inCollection: isIn(collectionIds) }] : []),
  // Only the APIs for reading apps use this field.
  ...(seriesIds ? [{ id: isIn(seriesIds) } as unknown as SeriesCondition] : []),
]

interface AuthorScope extends ValueScope {
  role?: string | undefined
  seriesId?: string | undefined
}

export async function listAuthors(
  ctx: Context,
  viewer: Viewer,
  { search, libraryIds, isEmpty, role, seriesId, ...page }: AuthorScope & ValuePage,
): Promise<Values<{ name: string; role: string }>> {
  if (isEmpty || libraryIds?.length === 0) return { data: [], total: 0 }
  const { data, total } = await listCredits(ctx, viewer, {
    search,
    role: role === undefined ? undefined : toQuireRole(role),
    libraryIds,
    seriesId,
    ...page,
  })
  return { data: data.map((credit) => ({ ...credit, role: toKomgaRole(credit.role) })), total }
}
