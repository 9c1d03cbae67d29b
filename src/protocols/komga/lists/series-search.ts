/** Series lists, requested through old query parameters or the conditions of `POST series/list`. */
import { listMatchingGroups, listMatchingSeries } from '../../../catalog/series/service'
import type { ListBody } from '../../../catalog/series/lists/model'
import type { SeriesSortKey } from '../../../catalog/series/lists/series-sorts'
import type { Clock } from '../../../platform/lib/clock'
import type { KomgaCall } from '../access/komga-call'
import {
  type FieldTranslations,
  nothing,
  toReadStatus,
  translateAbsent,
  translateAuthor,
  translateBoolean,
  translateCondition,
  translateId,
  translateNumber,
  translateText,
  translateTextOfAny,
  translateYear,
  type Translated,
} from './komga-condition'
import { createKomgaPage, readPaging, slicePage, toPaging } from './komga-paging'
import { sortLike } from '../item-lists/list-writes'
import { mapItemIds } from '../../../catalog/item-lists/entries/items'
import { collectionKind } from '../../../catalog/collections/service'
import { readList, readRepeated, readSort, readParameter } from './list-parameters'
import { buildSeriesDtos } from '../dto/series-dto'

const sortKeys = {
  'metadata.titleSort': 'name',
  titleSort: 'name',
  name: 'name',
  created: 'date_added',
  createdDate: 'date_added',
  lastModified: 'date_updated',
  lastModifiedDate: 'date_updated',
  'booksMetadata.releaseDate': 'release_date',
  readDate: 'date_read',
  booksCount: 'book_count',
  random: 'random',
  relevance: 'relevance',
} as const satisfies Record<string, SeriesSortKey>

const toStatus = (word: string) => word.toLowerCase()

const buildFields = (clock: Clock): FieldTranslations => ({
  libraryId: translateId('libraryId'),
  collectionId: translateId('inCollection'),
  deleted: translateAbsent,
  oneShot: translateAbsent,
  sharingLabel: translateAbsent,
  complete: translateBoolean('completion'),
  title: translateText('title'),
  titleSort: translateText('sortName'),
  // In Komga, series also have the tags of their books.
  tag: translateTextOfAny('tag', 'bookSubject'),
  genre: translateText('genre'),
  publisher: translateText('publisher'),
  language: translateText('language'),
  seriesStatus: translateText('status', toStatus),
  readStatus: translateText('readStatus', toReadStatus),
  ageRating: translateNumber('ageRating'),
  releaseDate: translateYear(clock),
  author: translateAuthor,
})

/** Responds to `POST series/list`. */
export const searchSeriesByCondition = (call: KomgaCall, body: object | undefined) =>
  findSeriesPage(call, readConditionBody(call, body))

/** Responds to `GET series`. */
export const searchSeriesByQuery = (call: KomgaCall) => findSeriesPage(call, readQuery(call))

/** Responds to `POST series/list/alphabetical-groups`. */
export const groupSeriesByCondition = (call: KomgaCall, body: object | undefined) =>
  listGroups(call, readConditionBody(call, body))

/** Responds to `GET series/alphabetical-groups`. */
export const groupSeriesByQuery = (call: KomgaCall) => listGroups(call, readQuery(call))

/** Lists the groups in lower case, because clients show the letters unchanged. */
async function listGroups({ ctx, viewer }: KomgaCall, { condition, search }: Search) {
  const body = { condition, fullTextSearch: search } as unknown as ListBody
  const groups = await listMatchingGroups(ctx, viewer, { body, sort: 'name,asc' })
  return groups.map(({ group, count }) => ({ group: group.toLowerCase(), count }))
}

function readConditionBody({ ctx }: KomgaCall, body: object | undefined): Search {
  const { condition, fullTextSearch } = (body ?? {}) as {
    condition?: unknown
    fullTextSearch?: unknown
  }
  const search = typeof fullTextSearch === 'string' ? fullTextSearch.slice(0, 200) : undefined
  return { condition: translateCondition(condition, buildFields(ctx.clock)), search }
}

const readQuery = (call: KomgaCall): Search => ({
  condition: { allOf: readFilters(call) },
  search: readParameter(call.query, 'search')?.slice(0, 200),
})

function readFilters({ query, ctx }: KomgaCall): Translated[] {
  const fields = buildFields(ctx.clock)
  const anyOf = (name: string, field: string, values = readList(query, name)) =>
    values.length === 0
      ? []
      : [{ anyOf: values.map((value) => fields[field]!({ operator: 'is', value })) }]
  return [
    ...anyOf('library_id', 'libraryId'),
    ...anyOf('collection_id', 'collectionId'),
    ...anyOf('status', 'seriesStatus'),
    ...anyOf('read_status', 'readStatus'),
    ...anyOf('publisher', 'publisher'),
    ...anyOf('language', 'language'),
    ...anyOf('genre', 'genre'),
    ...anyOf('tag', 'tag'),
    ...anyOf('sharing_label', 'sharingLabel'),
    ...readAuthors(query),
    ...readAgeRatings(query),
    ...readYears(query),
    ...readFlag(query, 'complete', 'completion'),
    ...matchNothingIfSet(query, 'deleted'),
    ...matchNothingIfSet(query, 'oneshot'),
    ...readFirstLetter(query),
  ]
}

/**
 * Reads the names of authors in the format `name,role`. Names may contain commas. Roles are
 * ignored.
 */
function readAuthors(query: URLSearchParams): Translated[] {
  const names = readRepeated(query, 'author').map((author) => author.replace(/,[^,]*$/, ''))
  const tests = names.filter((name) => name !== '')
  return tests.length === 0
    ? []
    : [{ anyOf: tests.map((value) => ({ author: { operator: 'is', value } })) }]
}

function readAgeRatings(query: URLSearchParams): Translated[] {
  const ages = readList(query, 'age_rating')
  if (ages.length === 0) return []
  return [{ anyOf: ages.map(testAge) }]
}

const testAge = (age: string): Translated =>
  /^\d{1,3}$/.test(age)
    ? { ageRating: { operator: 'eq', value: Number(age) } }
    : { ageRating: { operator: 'isNull' } }

function readYears(query: URLSearchParams): Translated[] {
  const years = readList(query, 'release_year').filter((year) => /^\d{1,4}$/.test(year))
  if (years.length === 0) return []
  return [{ anyOf: years.map((year) => ({ year: { operator: 'eq', value: Number(year) } })) }]
}

function readFlag(query: URLSearchParams, name: string, field: string): Translated[] {
  const value = query.get(name)
  if (value !== 'true' && value !== 'false') return []
  return [{ [field]: { operator: value === 'true' ? 'isTrue' : 'isFalse' } }]
}

/** In this API, no series is deleted or a one-shot, so a filter for either matches nothing. */
const matchNothingIfSet = (query: URLSearchParams, name: string): Translated[] =>
  query.get(name) === 'true' ? [nothing] : []

/** Accepts `^A,TITLE_SORT`, which an app's letter index sends. Other expressions match nothing. */
function readFirstLetter(query: URLSearchParams): Translated[] {
  const expression = readParameter(query, 'search_regex')
  if (expression === undefined) return []
  const [, letter] = /^\^\(?([\p{L}\p{N}])\)?,(?:title|title_?sort|name)$/iu.exec(expression) ?? []
  if (letter === undefined) return [nothing]
  return [{ sortName: { operator: 'beginsWith', value: letter } }]
}

interface Search {
  condition: Translated
  search: string | undefined
}

/**
 * Finds a page of series. `sort` is set for lists with a fixed order, such as the newest series.
 */
async function findSeriesPage(
  call: KomgaCall,
  { condition, search }: Search,
  sort: string | undefined = readSort(call.query, sortKeys),
) {
  const { ctx, viewer, query } = call
  const paging = readPaging(query)
  const body = { condition, fullTextSearch: search } as unknown as ListBody
  // Sorting by relevance requires search text.
  const order = sort?.startsWith('relevance') && !search ? undefined : sort
  const found = await listMatchingSeries(ctx, viewer, {
    body,
    sort: order,
    paging: toPaging(paging),
  })
  const data = await buildSeriesDtos(ctx, viewer, found.data)
  return createKomgaPage(paging, { data, total: found.total })
}

/** Responds to `series/new`, `series/updated` and `series/latest`, which have a fixed order. */
export const listNewestSeries = (call: KomgaCall, key: 'date_added' | 'date_updated') =>
  findSeriesPage(
    call,
    { condition: { allOf: readFilters(call) }, search: undefined },
    `${key},desc`,
  )

/** Responds to `GET collections/{id}/series` with filters or a sort order. */
export async function listSeriesOfCollection(
  call: KomgaCall,
  { id, ordered }: { id: string; ordered: boolean },
) {
  const query = new URLSearchParams(call.query)
  query.set('collection_id', id)
  if (!ordered || readSort(query, sortKeys)) return searchSeriesByQuery({ ...call, query })
  query.set('unpaged', 'true')
  const [{ content }, ids] = await Promise.all([
    searchSeriesByQuery({ ...call, query }),
    mapItemIds(call.ctx, call.viewer, collectionKind, [id]),
  ])
  const all = sortLike(ids.get(id) ?? [], content)
  return createKomgaPage(readPaging(call.query), slicePage(call.query, all))
}
