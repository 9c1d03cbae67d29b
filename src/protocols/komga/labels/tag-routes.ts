/** Lists the tags of series and of books, which Quire calls subjects. */
import { Elysia } from 'elysia'
import { mapItemIds } from '../../../catalog/item-lists/entries/items'
import type { BookCondition } from '../../../catalog/books/lists/model'
import { listSubjects } from '../../../catalog/books/lists/book-subjects'
import { collectionKind } from '../../../catalog/collections/service'
import type { Context } from '../../../context'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { handle, isPossibleId, type KomgaCall, options } from '../access/komga-call'
import { createKomgaPage } from '../lists/komga-paging'
import { readList, readParameter } from '../lists/list-parameters'
import { readValuePage, readScope } from './read-scope'
import { firstValues, isIn, listValues, type ValueScope } from './list-values'

interface TagScope extends ValueScope {
  seriesIds: readonly string[] | undefined
  readListIds: readonly string[] | undefined
}

export const komgaTagRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/tags',
      handle(ctx, ['series:read', 'books:read'], (call) => listTags(call, 'BOTH')),
      options,
    )
    .get(
      '/api/v1/tags/book',
      handle(ctx, 'books:read', (call) => listTags(call, 'BOOK')),
      options,
    )
    .get(
      '/api/v2/tags',
      handle(ctx, ['series:read', 'books:read'], async (call) => {
        const { paging, limit, offset } = readValuePage(call.query)
        const all = await listTags(call, readParameter(call.query, 'include')?.toUpperCase())
        const data = all.slice(offset, offset + limit)
        return createKomgaPage(paging, { data, total: all.length })
      }),
      options,
    )

/** The combined tags are sorted here, because a series and a book can have the same tag. */
async function listTags(call: KomgaCall, include: string | undefined): Promise<string[]> {
  const scope = readTagScope(call.query)
  const ofSeries = include === 'BOOK' ? [] : await listSeriesTags(call, scope)
  const ofBooks = include === 'SERIES' ? [] : await listBookTags(call, scope)
  return [...new Set([...ofSeries, ...ofBooks])].toSorted()
}

async function listSeriesTags({ ctx, viewer }: KomgaCall, scope: TagScope) {
  // Reading lists contain books rather than series, so a filter for them matches nothing.
  if (scope.readListIds) return []
  return (await listValues(ctx, viewer, 'tag', { ...scope, ...firstValues, isEmpty: false })).data
}

async function listBookTags(call: KomgaCall, { search, ...scope }: TagScope) {
  const limits = await buildLimits(call, scope)
  const condition: BookCondition | undefined = limits.length > 0 ? { allOf: limits } : undefined
  return listSubjects(call.ctx, call.viewer, { condition, search, limit: firstValues.limit })
}

async function buildLimits(
  { ctx, viewer }: KomgaCall,
  { libraryIds, collectionIds, seriesIds, readListIds }: TagScope,
): Promise<BookCondition[]> {
  const mapped = collectionIds && (await mapItemIds(ctx, viewer, collectionKind, collectionIds))
  return [
    ...(libraryIds ? [{ libraryId: isIn(libraryIds) }] : []),
    ...(mapped ? [isInSeries([...mapped.values()].flat())] : []),
    ...(seriesIds ? [{ seriesId: isIn(seriesIds) }] : []),
    ...(readListIds ? [{ inReadList: isIn(readListIds) }] : []),
  ]
}

/** The IDs are split into slices, because the number of IDs in a single test is limited. */
const isInSeries = (ids: readonly string[]): BookCondition => ({
  anyOf: [...splitIntoSlices(ids, 500)].map((slice) => ({ seriesId: isIn(slice) })),
})

function readTagScope(query: URLSearchParams): TagScope {
  const read = (name: string) => {
    const ids = readList(query, name)
    return ids.length > 0 ? ids.filter(isPossibleId) : undefined
  }
  return { ...readScope(query), seriesIds: read('series_id'), readListIds: read('readlist_id') }
}
