/** Series: lists, search and visibility. */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { invalid, notFound } from '../../errors'
import { type Found, type Paging, parseSort } from '../../platform/http/pagination'
import { moveLabelCounts } from '../labels/series-labels'
import { requireLibrary } from '../libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import type { Filter } from './lists/series-filter'
import { buildFullSeries, listFullSeries } from './full-series'
import { listFew, listSeries, listSeriesIds } from './lists/list-series'
import { listSeriesFacets } from './lists/series-facets'
import { listLetterGroups } from './lists/letter-groups'
import type { FacetsBody, ListBody } from './lists/model'
import { readStatuses, seriesStatuses, type SeriesView } from './model'
import type { SeriesQuery } from './query-model'
import { expandCollections } from './lists/smart-collections'
import { listExternalIndex } from './lists/external-index'
import type { SeriesSort } from './lists/series-order'
import { type SeriesSortKey, seriesSortKeys } from './lists/series-sorts'
import { findIdentity, updateSeries } from './queries'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { seriesMessages } from './messages'
import type { Message } from '../../platform/messages/message'

const maxNames = 20
const fewDefault = 50
const searchMax = 100

export async function listSeriesPage(
  ctx: Context,
  viewer: Viewer,
  query: SeriesQuery,
  paging: Paging,
): Promise<Found<SeriesView>> {
  return listSeries(ctx, viewer, {
    filter: buildFilter(query),
    sort: parseSeriesSort(query),
    paging,
  })
}

/** Lists a page of series with only IDs and numbers. */
export const listExternalIndexPage = (
  ctx: Context,
  viewer: Viewer,
  { sort }: Pick<SeriesQuery, 'sort'>,
  paging: Paging,
) => listExternalIndex(ctx, viewer, { filter: {}, sort: parseSeriesSort({ sort }), paging })

/** Lists a page of series that match a condition and search text. */
export async function listMatchingSeries(
  ctx: Context,
  viewer: Viewer,
  { body, sort, paging }: { body: ListBody; sort: string | undefined; paging: Paging },
): Promise<Found<SeriesView>> {
  return listSeries(ctx, viewer, { ...(await prepareList(ctx, viewer, body, sort)), paging })
}

/** Lists the IDs of the first series that match a condition, at most `limit`. */
export async function listIdsOfMatchingSeries(
  ctx: Context,
  viewer: Viewer,
  { body, sort, limit }: { body: ListBody; sort: string; limit: number },
): Promise<string[]> {
  const paging = { page: 1, pageSize: limit, offset: 0 }
  const asked = { ...(await prepareList(ctx, viewer, body, sort)), paging }
  return (await listSeriesIds(ctx, viewer, asked)).data
}

export async function listMatchingGroups(
  ctx: Context,
  viewer: Viewer,
  { body, sort }: { body: ListBody; sort: string | undefined },
) {
  return listLetterGroups(ctx, viewer, await prepareList(ctx, viewer, body, sort ?? 'name,asc'))
}

/** Counts the values of each facet among the series that match a condition. */
export async function listMatchingFacets(ctx: Context, viewer: Viewer, body: FacetsBody) {
  const { filter } = parseListBody(body, undefined)
  return listSeriesFacets(ctx, viewer, {
    facets: body.facets,
    filter,
    search: body.search ?? undefined,
  })
}

async function prepareList(
  ctx: Context,
  viewer: Viewer,
  { condition, ...body }: ListBody,
  sort: string | undefined,
) {
  const expanded = condition && (await expandCollections(ctx, viewer, condition))
  return parseListBody({ ...body, condition: expanded ?? null }, sort)
}

function parseListBody({ condition, fullTextSearch }: ListBody, sort: string | undefined) {
  const search = fullTextSearch?.trim() ? fullTextSearch : undefined
  const filter: Filter = { ...(condition && { condition }), ...(search && { search }) }
  return { filter, sort: parseSeriesSort({ sort, search }) }
}

/** Like `listSeriesPage`, within a visible library. */
export async function listLibrarySeries(
  ctx: Context,
  viewer: Viewer,
  query: SeriesQuery & { libraryId: string },
  paging: Paging,
) {
  await requireLibrary(ctx, viewer, query.libraryId)
  return listSeriesPage(ctx, viewer, query, paging)
}

/** Lists series in the order of `ids`. Omits those that the viewer cannot see. */
export const listSeriesByIds = (ctx: Context, viewer: Viewer, ids: readonly string[]) =>
  listFullSeries(ctx, viewer, ids)

export async function getSeries(ctx: Context, viewer: Viewer, id: string): Promise<SeriesView> {
  const found = await buildFullSeries(ctx.db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

/** Returns the identity of a visible series, or throws. Other modules use this to check access. */
export async function getIdentity(db: Db, viewer: Viewer, id: string) {
  const found = await findIdentity(db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

/** Lists the best matches, at most 100. */
export async function searchSeries(
  ctx: Context,
  viewer: Viewer,
  { query, libraryId }: { query: string; libraryId?: string | null },
) {
  const filter: Filter = { search: query, ...(libraryId && { libraryId }) }
  const sort: SeriesSort = { key: 'relevance', direction: 'desc' }
  return listFew(ctx, viewer, { filter, sort }, searchMax)
}

const homeLists = {
  'in-progress': { readStatus: ['in_progress'], key: 'date_read' },
  'recently-added': { readStatus: undefined, key: 'date_added' },
  'recently-updated': { readStatus: undefined, key: 'date_updated' },
} satisfies Record<string, { readStatus: Filter['readStatus']; key: SeriesSortKey }>

/** Lists a few series for the home page, newest first. */
export async function listHomeSeries(
  ctx: Context,
  viewer: Viewer,
  which: keyof typeof homeLists,
  { libraryId, limit }: { libraryId?: string; limit?: string },
) {
  const { readStatus, key } = homeLists[which]
  const filter: Filter = { ...(libraryId && { libraryId }), ...(readStatus && { readStatus }) }
  const sort: SeriesSort = { key, direction: 'desc' }
  return listFew(ctx, viewer, { filter, sort }, Number(limit ?? fewDefault))
}

export async function listLibraryHome(
  ctx: Context,
  viewer: Viewer,
  which: keyof typeof homeLists,
  query: { libraryId: string; limit?: string },
) {
  await requireLibrary(ctx, viewer, query.libraryId)
  return listHomeSeries(ctx, viewer, which, query)
}

function parseSeriesSort({
  sort,
  search,
}: {
  sort?: string | undefined
  search?: string | undefined
}): SeriesSort {
  const fallback: SeriesSort =
    search === undefined
      ? { key: 'name', direction: 'asc' }
      : { key: 'relevance', direction: 'desc' }
  const asked = parseSort(sort, seriesSortKeys, fallback)
  if (asked.key === 'relevance' && search === undefined) {
    throw invalidQuery('sort', seriesMessages.relevance_needs_search())
  }
  return asked
}

function buildFilter(query: SeriesQuery): Filter {
  const { libraryId, tracked, search } = query
  const given: { [K in keyof Filter]: Filter[K] | undefined } = {
    libraryId,
    genres: parseNames('genres', query.genres),
    tags: parseNames('tags', query.tags),
    status: parseKeywords('status', query.status, seriesStatuses),
    readStatus: parseKeywords('readStatus', query.readStatus, readStatuses),
    tracked: tracked === undefined ? undefined : tracked === 'true',
    search,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

type Several = string | string[] | undefined

/** Parses comma-separated names, repeated parameters, or both. Returns undefined without names. */
function parseNames(path: string, given: Several): string[] | undefined {
  const names = [given ?? []]
    .flat()
    .flatMap((part) => part.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > maxNames)
    throw invalidQuery(path, seriesMessages.too_many_names({ max: maxNames }))
  return names.length > 0 ? names : undefined
}

function parseKeywords<Word extends string>(
  path: string,
  given: Several,
  words: readonly Word[],
): Word[] | undefined {
  return parseNames(path, given)?.map((name) => {
    const word = words.find((known) => known === name)
    if (!word) throw invalidQuery(path, valueMessages.several_of({ values: words.join(', ') }))
    return word
  })
}

const invalidQuery = (path: string, message: Message) =>
  invalid(requestMessages.query_invalid(), [{ path, message }])

/**
 * `sharingSet` is a row of `sharing_sets`, or 0. Also moves the label counts of the series, which
 * are stored per combination of sharing tags.
 */
export async function setSharingSet(tx: Tx, seriesId: string, sharingSet: number) {
  await moveLabelCounts(tx, seriesId, { sharingSet })
  await updateSeries(tx, seriesId, { sharingSet })
}
