/** Reads the filters and the page number of requests that list genres, tags and other values. */
import { isPossibleId } from '../access/komga-call'
import { readPaging, toPaging } from '../lists/komga-paging'
import { readList, readParameter } from '../lists/list-parameters'
import type { ValueScope } from './list-values'

export function readValuePage(query: URLSearchParams) {
  const paging = readPaging(query)
  const { pageSize: limit, offset } = toPaging(paging)
  return { paging, limit, offset }
}

/** The values come from series, so a filter for reading lists matches nothing. */
export function readScope(query: URLSearchParams): ValueScope & { isEmpty: boolean } {
  const libraryIds = readList(query, 'library_id')
  const collectionIds = readList(query, 'collection_id')
  return {
    search: readParameter(query, 'search'),
    libraryIds: libraryIds.length > 0 ? libraryIds.filter(isPossibleId) : undefined,
    collectionIds: collectionIds.length > 0 ? collectionIds.filter(isPossibleId) : undefined,
    isEmpty: readList(query, 'readlist_id').length > 0,
  }
}
