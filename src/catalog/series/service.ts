/**
 * Series: what a title is called, what is said about it, and which of those words are settled. Here is
 * what can be looked at; edits are in edit.ts, what machines write in suggest.ts.
 */
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import { invalid, notFound } from '../../errors'
import { type Found, type Paging, parseSort } from '../../platform/http/pagination'
import { requireLibrary } from '../libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import type { Filter } from './lists/filter'
import { fullSeriesOf } from './full-series'
import { listFew, listSeries } from './lists/list'
import { listFacets } from './lists/series-facets'
import { listGroups } from './lists/letter-groups'
import type { FacetsBody, ListBody } from './lists/model'
import { readStatuses, type SeriesQuery, seriesStatuses, type SeriesView } from './model'
import { type SeriesSort, type SeriesSortKey, seriesSortKeys } from './lists/series-order'
import { findIdentity } from './queries'
import { valueMessages, requestMessages } from '../../platform/messages/common'
import { seriesMessages } from './messages'
import type { Message } from '../../platform/messages/message'

const maxNames = 20
const fewDefault = 50
const searchMax = 100

export async function pageOfSeries(
  ctx: Context,
  viewer: Viewer,
  query: SeriesQuery,
  paging: Paging,
): Promise<Found<SeriesView>> {
  return listSeries(ctx, viewer, { filter: filterOf(query), sort: orderBy(query), paging })
}

/** A page of what a tree of conditions and words to be found let through. */
export async function pageOfMatches(
  ctx: Context,
  viewer: Viewer,
  { body, sort, paging }: { body: ListBody; sort: string | undefined; paging: Paging },
): Promise<Found<SeriesView>> {
  return listSeries(ctx, viewer, { ...listed(body, sort), paging })
}

export async function groupsOfMatches(
  ctx: Context,
  viewer: Viewer,
  { body, sort }: { body: ListBody; sort: string | undefined },
) {
  return listGroups(ctx, viewer, listed(body, sort ?? 'name,asc'))
}

/** How many of what a condition lets through have which genre, year … */
export async function facetsOfMatches(ctx: Context, viewer: Viewer, body: FacetsBody) {
  const { filter } = listed(body, undefined)
  return listFacets(ctx, viewer, { facets: body.facets, filter, search: body.search ?? undefined })
}

function listed({ condition, fullTextSearch }: ListBody, sort: string | undefined) {
  const search = fullTextSearch?.trim() ? fullTextSearch : undefined
  const filter: Filter = { ...(condition && { condition }), ...(search && { search }) }
  return { filter, sort: orderBy({ sort, search }) }
}

/** As `pageOfSeries`, within a library that must be there for the viewer. */
export async function pageOfLibrary(
  ctx: Context,
  viewer: Viewer,
  query: SeriesQuery & { libraryId: string },
  paging: Paging,
) {
  await requireLibrary(ctx, viewer, query.libraryId)
  return pageOfSeries(ctx, viewer, query, paging)
}

export async function getSeries(ctx: Context, viewer: Viewer, id: string): Promise<SeriesView> {
  const found = await fullSeriesOf(ctx.db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

/** The series as a thing to hang something on; other rooms ask this before they touch it. */
export async function getIdentity(db: Db, viewer: Viewer, id: string) {
  const found = await findIdentity(db, viewer, id)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

/** The best matches, at most a hundred. */
export async function searchSeries(
  ctx: Context,
  viewer: Viewer,
  { query, libraryId }: { query: string; libraryId?: string | null },
) {
  const filter: Filter = { search: query, ...(libraryId && { libraryId }) }
  const sort: SeriesSort = { key: 'relevance', direction: 'desc' }
  return listFew(ctx, viewer, { filter, sort }, searchMax)
}

const few = {
  'in-progress': { readStatus: ['in_progress'], key: 'date_read' },
  'recently-added': { readStatus: undefined, key: 'date_added' },
  'recently-updated': { readStatus: undefined, key: 'date_updated' },
} satisfies Record<string, { readStatus: Filter['readStatus']; key: SeriesSortKey }>

/** A short list for a home page, the newest first. */
export async function fewSeries(
  ctx: Context,
  viewer: Viewer,
  which: keyof typeof few,
  { libraryId, limit }: { libraryId?: string; limit?: string },
) {
  const { readStatus, key } = few[which]
  const filter: Filter = { ...(libraryId && { libraryId }), ...(readStatus && { readStatus }) }
  const sort: SeriesSort = { key, direction: 'desc' }
  return listFew(ctx, viewer, { filter, sort }, Number(limit ?? fewDefault))
}

export async function fewOfLibrary(
  ctx: Context,
  viewer: Viewer,
  which: keyof typeof few,
  query: { libraryId: string; limit?: string },
) {
  await requireLibrary(ctx, viewer, query.libraryId)
  return fewSeries(ctx, viewer, which, query)
}

function orderBy({
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
    throw refusal('sort', seriesMessages.relevance_needs_search())
  }
  return asked
}

function filterOf(query: SeriesQuery): Filter {
  const { libraryId, tracked, search } = query
  const given: { [K in keyof Filter]: Filter[K] | undefined } = {
    libraryId,
    genres: severalOf('genres', query.genres),
    tags: severalOf('tags', query.tags),
    status: wordsOf('status', query.status, seriesStatuses),
    readStatus: wordsOf('readStatus', query.readStatus, readStatuses),
    tracked: tracked === undefined ? undefined : tracked === 'true',
    search,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

type Several = string | string[] | undefined

/** Separated by commas, repeated, or both; undefined when nothing was named. */
function severalOf(path: string, given: Several): string[] | undefined {
  const names = [given ?? []]
    .flat()
    .flatMap((part) => part.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > maxNames) throw refusal(path, seriesMessages.too_many_names({ max: maxNames }))
  return names.length > 0 ? names : undefined
}

function wordsOf<Word extends string>(
  path: string,
  given: Several,
  words: readonly Word[],
): Word[] | undefined {
  return severalOf(path, given)?.map((name) => {
    const word = words.find((known) => known === name)
    if (!word) throw refusal(path, valueMessages.several_of({ values: words.join(', ') }))
    return word
  })
}

const refusal = (path: string, message: Message) =>
  invalid(requestMessages.query_invalid(), [{ path, message }])
