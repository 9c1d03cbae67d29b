import { apiQuery } from '../../../../../api/query'

/**
 * Builds the query for the text of a page. An event invalidates it when the book's file changes.
 */
export const pageTextQuery = (id: string, number: number) => ({
  ...apiQuery('/api/v1/books/{id}/pages/{number}/text', { params: { path: { id, number } } }),
  staleTime: Infinity,
})
