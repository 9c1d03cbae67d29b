/** Series in the catalog: all of them, or those of a library, genre or publisher. */
import type { Context } from '../../../context'
import { getLibrary } from '../../../catalog/libraries/service'
import { readStatuses } from '../../../catalog/series/model'
import { listMatchingSeries, listSeriesPage } from '../../../catalog/series/service'
import type { SeriesCondition } from '../../../catalog/series/lists/model'
import { id, oneOf, optional, shape, type Static, text } from '../../../platform/http/shapes'
import { PageQuery, parsePaging } from '../../../platform/http/pagination'
import type { Viewer } from '../../../accounts/permissions/model'
import type { FacetGroup, Listing } from './listing'

/** The sort orders that users can choose, and their display names. */
const orders = {
  name: { title: 'By name', sort: 'name,asc' },
  added: { title: 'Newest first', sort: 'date_added,desc' },
  updated: { title: 'Recently changed', sort: 'date_updated,desc' },
  read: { title: 'Recently read', sort: 'date_read,desc' },
} as const
type Order = keyof typeof orders
const orderNames = Object.keys(orders) as [Order, ...Order[]]

const statusTitles = { unread: 'Unread', in_progress: 'In progress', read: 'Read' } as const

export const SeriesFeedQuery = shape({
  ...PageQuery,
  order: optional(oneOf(orderNames)),
  status: optional(oneOf(readStatuses)),
  libraryId: optional(id()),
  genre: optional(text(500, { minLength: 1 })),
  publisher: optional(text(500, { minLength: 1 })),
})
type SeriesFeedQuery = Static<typeof SeriesFeedQuery>

export async function listCatalogSeries(
  ctx: Context,
  viewer: Viewer,
  query: SeriesFeedQuery,
): Promise<Listing> {
  const paging = parsePaging(query)
  const title = await findTitle(ctx, viewer, query)
  const found = await listFound(ctx, viewer, query)
  return {
    title,
    holds: 'lists',
    paging,
    total: found.total,
    items: found.data.map((series) => ({ kind: 'series', series })),
    facets: listFacets(query),
  }
}

/** Lists of a genre or publisher require a condition. All other lists are faster without one. */
async function listFound(ctx: Context, viewer: Viewer, query: SeriesFeedQuery) {
  const paging = parsePaging(query)
  const { sort } = orders[query.order ?? 'name']
  const { libraryId, status, genre, publisher } = query
  if (genre === undefined && publisher === undefined) {
    const filter = { ...(libraryId && { libraryId }), ...(status && { readStatus: status }) }
    return listSeriesPage(ctx, viewer, { ...filter, sort }, paging)
  }
  const body = { condition: { allOf: buildConditions(query) } }
  return listMatchingSeries(ctx, viewer, { body, sort, paging })
}

async function findTitle(ctx: Context, viewer: Viewer, query: SeriesFeedQuery): Promise<string> {
  const { libraryId, genre, publisher } = query
  if (libraryId !== undefined) return (await getLibrary(ctx, viewer, libraryId)).name
  return genre ?? publisher ?? 'All series'
}

function buildConditions({ status, libraryId, genre, publisher }: SeriesFeedQuery) {
  const all: (SeriesCondition | undefined)[] = [
    status && { readStatus: { operator: 'is', value: status } },
    libraryId === undefined ? undefined : { libraryId: { operator: 'is', value: libraryId } },
    genre === undefined ? undefined : { genre: { operator: 'is', value: genre } },
    publisher === undefined ? undefined : { publisher: { operator: 'is', value: publisher } },
  ]
  return all.filter((condition) => condition !== undefined)
}

function listFacets({ order = 'name', status }: SeriesFeedQuery): FacetGroup[] {
  return [
    {
      title: 'Order',
      facets: orderNames.map((name) => ({
        title: orders[name].title,
        change: { order: name },
        isActive: name === order,
      })),
    },
    {
      title: 'Reading',
      facets: [undefined, ...readStatuses].map((value) => ({
        title: value === undefined ? 'All' : statusTitles[value],
        change: { status: value },
        isActive: value === status,
      })),
    },
  ]
}
