/** What the page of a book asks. */
import { ask } from '../../api/query'
import { withId } from '../../components/use-action'

export const askBook = (id: string) => ask('/api/v1/books/{id}/full', withId(id))

export const askAdjacent = (id: string) => ask('/api/v1/books/{id}/adjacent', withId(id))

export const askHistory = (id: string) => ask('/api/v1/books/{id}/read-history', withId(id))

export const askBookmarks = (id: string) =>
  ask('/api/v1/books/{id}/bookmarks', {
    params: { path: { id }, query: { pageSize: 200 } },
  })
