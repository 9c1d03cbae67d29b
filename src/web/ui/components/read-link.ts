/** Link that starts or continues reading. */
import type { ReaderSearch } from '../screens/read/reader-search'

export const readLink = (bookId: string, search: ReaderSearch = {}) => ({
  to: '/read/$bookId' as const,
  params: { bookId },
  search,
})
