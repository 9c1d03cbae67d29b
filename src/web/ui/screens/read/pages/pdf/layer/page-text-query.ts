import { apiQuery } from '../../../../../api/query'

/** The text of a page. It changes only with the file, for which the pages are loaded again. */
export const pageTextQuery = (id: string, number: number) => ({
  ...apiQuery('/api/v1/books/{id}/pages/{number}/text', { params: { path: { id, number } } }),
  staleTime: Infinity,
})
