import { apiQuery } from '../../api/query'
import { requests, windowSize } from '../../../shared/requests'
import type { SeriesSearch } from './series-search'

export const seriesQuery = (id: string) =>
  apiQuery(requests.series.path, { params: { path: { id } } })

/** A page of the book list. */
export const booksQuery = (id: string, search: SeriesSearch, page = 1, pageSize = windowSize) =>
  apiQuery(requests.firstBooksOfSeries.path, {
    params: {
      path: { id },
      query: {
        page,
        pageSize,
        ...(search.sort && { sort: search.sort }),
        ...(search.read && { readStatus: search.read }),
      },
    },
  })

/** The most recently read book in progress. */
export const inProgressQuery = (id: string) =>
  apiQuery('/api/v1/series/{id}/books', {
    params: {
      path: { id },
      query: { readStatus: 'in_progress', sort: 'last_read,desc', pageSize: 1 },
    },
  })

export const firstUnreadQuery = (id: string) =>
  apiQuery('/api/v1/series/{id}/books', {
    params: { path: { id }, query: { readStatus: 'unread', pageSize: 1 } },
  })
