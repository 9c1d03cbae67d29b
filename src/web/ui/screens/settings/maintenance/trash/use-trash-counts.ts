import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../../api/query'

/** Numbers of items in the trash. Each is undefined while loading. */
export interface TrashCounts {
  series: number | undefined
  /** Includes the books of trashed series. */
  books: number | undefined
  /** Number of books with several copies, of which a user must choose one. */
  undecided: number | undefined
}

/** Counts series and books, so that the trash does not look empty if only one of the tabs is. */
export function useTrashCounts(libraryId: string | undefined): TrashCounts {
  const query = { page: 1, pageSize: 1, ...(libraryId && { libraryId }) }
  const series = useQuery({
    ...apiQuery('/api/v1/trash/series', { params: { query } }),
    staleTime: 0,
  })
  const books = useQuery({
    ...apiQuery('/api/v1/trash/books', { params: { query } }),
    staleTime: 0,
  })
  const undecided = useQuery({
    ...apiQuery('/api/v1/trash/books', { params: { query: { ...query, undecided: 'true' } } }),
    staleTime: 0,
  })
  return { undecided: undecided.data?.total, series: series.data?.total, books: books.data?.total }
}
