/** Loads a home page row added by the user. */
import { shelfSize } from '../../../shared/requests'
import { ApiError, api, readResponse, type Schemas } from '../../api/client'
import { isReadable } from '../../../shared/is-readable'
import { parseCondition } from '../condition/tree/condition-shape'
import type { HomeRow } from './home-row'
import type { ShelfItem } from '../shelves/shelves'

const query = { page: 1, pageSize: shelfSize }

/**
 * Returns an empty row if the list was deleted or is not visible, or if the server rejects the
 * request, because a retry would not help.
 */
export async function loadCustomRow(row: HomeRow, signal: AbortSignal): Promise<ShelfItem[]> {
  try {
    const { source } = row
    return source === 'books' || source === 'readlist'
      ? toBooks(await loadBooks(row, signal))
      : toSeries(await loadSeries(row, signal))
  } catch (error) {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return []
    throw error
  }
}

function loadSeries(row: HomeRow, signal: AbortSignal): Promise<Schemas['PageOfSeries']> {
  if (row.source === 'collection') {
    const params = { path: { id: row.listId ?? '' }, query }
    return readResponse(api.GET('/api/v1/collections/{id}/series', { params, signal }))
  }
  const params = { query: { ...query, ...sortOf(row) } }
  return readResponse(api.POST('/api/v1/series/list', { params, body: buildBody(row), signal }))
}

function loadBooks(row: HomeRow, signal: AbortSignal): Promise<Schemas['PageOfBook']> {
  if (row.source === 'readlist') {
    const params = { path: { id: row.listId ?? '' }, query }
    return readResponse(api.GET('/api/v1/readlists/{id}/books', { params, signal }))
  }
  const params = { query: { ...query, ...sortOf(row) } }
  return readResponse(api.POST('/api/v1/books/list', { params, body: buildBody(row), signal }))
}

const sortOf = ({ sort }: HomeRow) => (sort ? { sort } : {})

function buildBody({ condition, search }: HomeRow) {
  const parsed = parseCondition(condition)
  const isWhole = Object.keys(parsed).length === 0
  return { ...(!isWhole && { condition: parsed }), ...(search && { fullTextSearch: search }) }
}

const toSeries = ({ data }: Schemas['PageOfSeries']): ShelfItem[] =>
  data.map((series) => ({ kind: 'series', series }))
const toBooks = ({ data }: Schemas['PageOfBook']): ShelfItem[] =>
  data.filter(isReadable).map((book) => ({ kind: 'book', book }))
