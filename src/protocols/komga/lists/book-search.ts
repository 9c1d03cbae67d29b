/** Book lists, requested through old query parameters or the conditions of `POST books/list`. */
import { listBooks, listBooksMatching } from '../../../catalog/books/service'
import type { BookListBody } from '../../../catalog/books/lists/model'
import type { BookSortKey } from '../../../catalog/books/lists/book-sorts'
import type { Clock } from '../../../platform/lib/clock'
import type { KomgaCall } from '../access/komga-call'
import { buildBookDtos } from '../dto/book-dto'
import {
  type FieldTranslations,
  type KomgaTest,
  negate,
  nothing,
  toReadStatus,
  translateAbsent,
  translateAuthor,
  translateCondition,
  translateId,
  translateNumber,
  translatePoster,
  translateText,
  type Translated,
  translateYear,
} from './komga-condition'
import { createKomgaPage, readPaging, slicePage, toPageQuery } from './komga-paging'
import { sortLike } from '../item-lists/list-writes'
import { mapItemIds } from '../../../catalog/item-lists/entries/items'
import { readingListKind } from '../../../catalog/reading-lists/service'
import { readList, readSort, readParameter } from './list-parameters'

const sortKeys = {
  'metadata.numberSort': 'natural',
  'metadata.number': 'natural',
  number: 'natural',
  series: 'series',
  'metadata.title': 'title',
  name: 'filename',
  url: 'filename',
  created: 'created_at',
  createdDate: 'created_at',
  lastModified: 'created_at',
  lastModifiedDate: 'created_at',
  fileSize: 'file_size',
  size: 'file_size',
  sizeBytes: 'file_size',
  'media.pagesCount': 'page_count',
  'metadata.releaseDate': 'release_date',
  'readProgress.readDate': 'last_read',
  'readProgress.lastModified': 'last_read',
} as const satisfies Record<string, BookSortKey>

const isOk = ({ value }: KomgaTest) => String(value).toUpperCase() === 'READY'

/** Quire only distinguishes between readable and unreadable books. */
function translateMediaStatus(test: KomgaTest): Translated {
  const isReady = isOk(test) === (test.operator !== 'isNot')
  return { pageCount: { operator: isReady ? 'gt' : 'eq', value: 0 } }
}

const hasFormat = (format: string) => ({ format: { operator: 'is', value: format } })

function translateMediaProfile({ operator, value }: KomgaTest): Translated {
  const profile = String(value).toUpperCase()
  const others = { anyOf: [hasFormat('epub'), hasFormat('pdf')] }
  const condition =
    profile === 'DIVINA' ? negate(others) : hasFormat(profile.toLowerCase().slice(0, 20))
  return operator === 'isNot' ? negate(condition) : condition
}

/**
 * Translates tests of the sort number to tests of the chapter number or, for books without one, of
 * the volume number.
 */
function translateNumberSort(test: KomgaTest): Translated {
  const byVolume = [{ chapter: { operator: 'isNull' } }, translateNumber('volume')(test)]
  return { anyOf: [translateNumber('chapter')(test), { allOf: byVolume }] }
}

const buildFields = (clock: Clock): FieldTranslations => ({
  libraryId: translateId('libraryId'),
  seriesId: translateId('seriesId'),
  readListId: translateId('inReadList'),
  deleted: translateAbsent,
  oneShot: translateAbsent,
  title: translateText('title'),
  tag: translateText('subject'),
  readStatus: translateText('readStatus', toReadStatus),
  mediaStatus: translateMediaStatus,
  mediaProfile: translateMediaProfile,
  numberSort: translateNumberSort,
  releaseDate: translateYear(clock),
  author: translateAuthor,
  poster: translatePoster,
})

/** Responds to `POST books/list`. */
export async function searchBooksByCondition(call: KomgaCall, body: object | undefined) {
  const { condition, fullTextSearch } = (body ?? {}) as {
    condition?: unknown
    fullTextSearch?: unknown
  }
  const search = typeof fullTextSearch === 'string' ? fullTextSearch.slice(0, 200) : undefined
  const translated = translateCondition(condition, buildFields(call.ctx.clock))
  return searchBooks(call, { condition: translated, search })
}

/** Responds to `GET books` and, if `seriesId` is given, to `GET series/{id}/books`. */
export const searchBooksByQuery = (call: KomgaCall, seriesId?: string) =>
  searchBooks(
    call,
    {
      condition: { allOf: readFilters(call, seriesId) },
      search: readParameter(call.query, 'search')?.slice(0, 200),
    },
    seriesId === undefined ? undefined : 'natural,asc',
  )

function readFilters({ query, ctx }: KomgaCall, seriesId: string | undefined): Translated[] {
  const fields = buildFields(ctx.clock)
  const anyOf = (name: string, field: string) => {
    const values = readList(query, name)
    const tests = values.map((value) => fields[field]!({ operator: 'is', value }))
    return values.length === 0 ? [] : [{ anyOf: tests }]
  }
  const releasedAfter = readParameter(query, 'released_after')
  return [
    ...(seriesId === undefined
      ? anyOf('series_id', 'seriesId')
      : [fields['seriesId']!({ operator: 'is', value: seriesId })]),
    ...anyOf('library_id', 'libraryId'),
    ...anyOf('readlist_id', 'readListId'),
    ...anyOf('media_status', 'mediaStatus'),
    ...anyOf('read_status', 'readStatus'),
    ...anyOf('tag', 'tag'),
    ...(releasedAfter === undefined
      ? []
      : [fields['releaseDate']!({ operator: 'after', dateTime: releasedAfter })]),
    ...(query.get('deleted') === 'true' ? [nothing] : []),
  ]
}

interface Search {
  condition: Translated
  search: string | undefined
}

/** Returns the series ID if it is the only condition, because such lists are read from an index. */
function findOnlySeries(condition: Translated): string | undefined {
  const { allOf, anyOf, seriesId } = condition
  const group = allOf ?? anyOf
  if (Array.isArray(group)) {
    return group.length === 1 ? findOnlySeries(group[0] as Translated) : undefined
  }
  const { operator, value } = (seriesId ?? {}) as { operator?: unknown; value?: unknown }
  return operator === 'is' && typeof value === 'string' ? value : undefined
}

/** Searches books. `otherwise` is the order if the request does not specify one. */
async function searchBooks(call: KomgaCall, { condition, search }: Search, otherwise?: string) {
  const { ctx, viewer, query } = call
  const sort = readSort(query, sortKeys) ?? otherwise
  const paging = readPaging(query)
  const order = { ...toPageQuery(paging), ...(sort !== undefined && { sort }) }
  const seriesId = search === undefined ? findOnlySeries(condition) : undefined
  const body = { condition, fullTextSearch: search } as unknown as BookListBody
  const found =
    seriesId === undefined
      ? await listBooksMatching(ctx, viewer, { body, query: order })
      : await listBooks(ctx, viewer, { ...order, seriesId }, 'natural')
  const data = await buildBookDtos(ctx, viewer, found.data)
  return createKomgaPage(paging, { data, total: found.total })
}

/** Responds to `GET readlists/{id}/books` with filters or a sort order. */
export async function listBooksOfReadList(
  call: KomgaCall,
  { id, ordered }: { id: string; ordered: boolean },
) {
  const query = new URLSearchParams(call.query)
  query.set('readlist_id', id)
  if (!ordered || readSort(query, sortKeys)) return searchBooksByQuery({ ...call, query })
  query.set('unpaged', 'true')
  const [{ content }, ids] = await Promise.all([
    searchBooksByQuery({ ...call, query }),
    mapItemIds(call.ctx, call.viewer, readingListKind, [id]),
  ])
  const all = sortLike(ids.get(id) ?? [], content)
  return createKomgaPage(readPaging(call.query), slicePage(call.query, all))
}
