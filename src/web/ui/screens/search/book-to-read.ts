import { apiQuery, queryClient } from '../../api/query'

/** Finds the book in progress, or else the next unread book, or else the first one. */
export async function bookToRead(
  wanted: { seriesId: string } | { bookId: string },
): Promise<string | undefined> {
  if ('bookId' in wanted) return wanted.bookId
  const { seriesId } = wanted
  const query = { seriesId, pageSize: 1 }
  const [begun, next] = await Promise.all([
    queryClient.fetchQuery(apiQuery('/api/v1/books/in-progress', { params: { query } })),
    queryClient.fetchQuery(apiQuery('/api/v1/books/on-deck', { params: { query } })),
  ])
  const found = begun.data[0] ?? next.data[0]
  if (found) return found.id
  const books = await queryClient.fetchQuery(
    apiQuery('/api/v1/series/{id}/books', { params: { path: { id: seriesId } } }),
  )
  return ('data' in books ? books.data : books)[0]?.id
}
