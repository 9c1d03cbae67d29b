import { apiQuery } from '../../api/query'
import { requests, windowSize } from '../../../shared/requests'
import type { SeriesSearch } from './series-search'

export const seriesQuery = (id: string) =>
  apiQuery(requests.series.path, { params: { path: { id } } })

/** Builds the query for a page of the book list. */
export const seriesBooksQuery = (
  id: string,
  search: SeriesSearch,
  page = 1,
  pageSize = windowSize,
) =>
  apiQuery(requests.firstBooksOfSeries.path, {
    params: {
      path: { id },
      query: {
        page,
        pageSize,
        ...(search.sort && { sort: search.sort }),
        ...(search.read && { readStatus: search.read }),
        ...(search.kind && { numberKind: search.kind }),
      },
    },
  })

/** Builds the query for the book with which to continue reading a series. */
export const nextBookQuery = (id: string) =>
  apiQuery('/api/v1/series/{id}/next-book', { params: { path: { id } } })

export const numberKindsQuery = (id: string) =>
  apiQuery('/api/v1/series/{id}/number-kinds', { params: { path: { id } } })
