import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../../../api/query'
import type { Pdf } from './use-pdf'

/** Searches the book on the server. Results stay until the next search. */
export function usePdfSearch(bookId: string, { query, setQuery }: Pick<Pdf, 'query' | 'setQuery'>) {
  const { data, isError } = useQuery({
    ...apiQuery('/api/v1/books/{id}/search', {
      params: { path: { id: bookId }, query: { query } },
    }),
    enabled: query !== '',
  })
  const found = useMemo(
    () => ({
      hits: (data?.matches ?? []).map(({ page, start, before, match, after }) => ({
        target: { index: page },
        range: { page, start, end: start + match.length },
        before,
        match,
        after,
      })),
      done: data || isError ? 1 : 0,
      isWhole: data ? data.isWhole : !isError,
      isCut: data?.isCut ?? false,
    }),
    [data, isError],
  )
  return { query, setQuery, found }
}
