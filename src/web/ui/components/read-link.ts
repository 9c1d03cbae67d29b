/** Where reading begins or goes on. */
import type { ReaderSearch } from '../screens/read/reader-search'

export const readLink = (bookId: string, search: ReaderSearch = {}) => ({
  to: '/read/$bookId' as const,
  params: { bookId },
  search,
})
