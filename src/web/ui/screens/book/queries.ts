import { apiQuery } from '../../api/query'
import { requests } from '../../../shared/requests'
import { withId } from '../../components/use-action'

export const bookQuery = (id: string) => apiQuery(requests.fullBook.path, withId(id))

export const adjacentBooksQuery = (id: string) =>
  apiQuery('/api/v1/books/{id}/adjacent', withId(id))

export const readHistoryQuery = (id: string) =>
  apiQuery('/api/v1/books/{id}/read-history', withId(id))

export const bookmarksQuery = (id: string) =>
  apiQuery('/api/v1/books/{id}/bookmarks', {
    params: { path: { id }, query: { pageSize: 200 } },
  })
