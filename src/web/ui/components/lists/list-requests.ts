/**
 * Requests for collections and reading lists. Their routes and fields correspond except for the
 * names of the entries, so the types of collections are used for both.
 */
import { api, readResponse, type Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { withId } from '../use-action'
import { windowSize } from '../../../shared/requests'

export type ListKind = 'collection' | 'readlist'
export type ItemList = Schemas['Collection'] & Partial<Schemas['ReadingList']>
export type ListEntry = Schemas['Series'] | Schemas['Book']

export const listPaths = {
  collection: '/api/v1/collections',
  readlist: '/api/v1/readlists',
} as const

/** Returns the path of all lists of a kind, which is also the prefix of their query keys. */
export const listsPath = (kind: ListKind) => listPaths[kind] as '/api/v1/collections'
const listPath = (kind: ListKind) => `${listPaths[kind]}/{id}` as '/api/v1/collections/{id}'
const entriesPath = (kind: ListKind) =>
  `${listPaths[kind]}/{id}/${kind === 'collection' ? 'series' : 'books'}` as '/api/v1/collections/{id}/series'

/** Returns text such as `55 series` or `12 books`. */
export const formatEntryCount = (list: ItemList): string =>
  list.bookCount === undefined
    ? t('{count, plural, one {# series} other {# series}}', { count: list.seriesCount })
    : t('{count, plural, one {# book} other {# books}}', { count: list.bookCount })

export const countEntries = (list: ItemList) => list.bookCount ?? list.seriesCount

interface ListsFilter {
  page?: number
  pageSize?: number
  search?: string
  editable?: 'true'
}

export const listsQuery = (kind: ListKind, query: ListsFilter) =>
  apiQuery(listsPath(kind), { params: { query } })

export const listQuery = (kind: ListKind, id: string) => apiQuery(listPath(kind), withId(id))

export const listEntriesQuery = (kind: ListKind, id: string, page: number, pageSize = windowSize) =>
  apiQuery(entriesPath(kind), {
    params: { path: { id }, query: { page, pageSize } },
  })

export const progressQuery = (id: string) => apiQuery('/api/v1/readlists/{id}/progress', withId(id))

/** Builds the query for the lists that contain a series or book. */
export const membershipQuery = (kind: ListKind, itemId: string) =>
  apiQuery(
    (kind === 'collection'
      ? '/api/v1/series/{id}/collections'
      : '/api/v1/books/{id}/readlists') as '/api/v1/series/{id}/collections',
    { params: { path: { id: itemId }, query: { pageSize: 500 } } },
  )

export const createList = (kind: ListKind, body: Schemas['ListCreation']): Promise<ItemList> =>
  readResponse(api.POST(listsPath(kind), { body }))

export const updateList = (kind: ListKind, id: string, body: Schemas['ListPatch']) =>
  readResponse(api.PATCH(listPath(kind), { ...withId(id), body }))

export const deleteList = (kind: ListKind, id: string) =>
  readResponse(api.DELETE(listPath(kind), withId(id)))

export const addToList = (
  kind: ListKind,
  id: string,
  ids: readonly string[],
): Promise<ItemList> => {
  const body = (kind === 'collection' ? { seriesIds: ids } : { bookIds: ids }) as {
    seriesIds: string[]
  }
  return readResponse(api.POST(entriesPath(kind), { ...withId(id), body }))
}

const entryPath = (kind: ListKind) =>
  `${entriesPath(kind)}/{itemId}` as '/api/v1/collections/{id}/series/{itemId}'

interface EntryOfList {
  id: string
  itemId: string
}

export const removeFromList = (kind: ListKind, path: EntryOfList, signal?: AbortSignal) =>
  readResponse(api.DELETE(entryPath(kind), { params: { path }, ...(signal && { signal }) }))

export const moveInList = (
  kind: ListKind,
  path: EntryOfList,
  { place, signal }: { place: number; signal: AbortSignal },
) =>
  readResponse(
    api.PUT(`${entryPath(kind)}/place` as '/api/v1/collections/{id}/series/{itemId}/place', {
      params: { path },
      body: { place },
      signal,
    }),
  )
