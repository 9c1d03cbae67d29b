import { apiQuery } from '../../../../../api/query'

/** The text of a page. After a change of its file, an event invalidates it. */
export const pageTextQuery = (id: string, number: number) => ({
  ...apiQuery('/api/v1/books/{id}/pages/{number}/text', { params: { path: { id, number } } }),
  staleTime: Infinity,
})
