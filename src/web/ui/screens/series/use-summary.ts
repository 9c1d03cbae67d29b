import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client'
import { bookLabel } from '../../labels/metadata-labels'
import { bookQuery } from '../book/queries'

export interface Summary {
  text: string
  /** Label of the book that the summary comes from, or undefined if it comes from the series. */
  book?: string
}

/**
 * Returns the summary of the series, or else that of its first book, which may still be loading.
 * Returns undefined if there is none.
 */
export function useSummary(
  series: Schemas['Series'] | undefined,
  first: Schemas['Book'] | undefined,
): Summary | undefined | 'loading' {
  const own = series?.metadata.summary
  const { data, isLoading } = useQuery({
    ...bookQuery(first?.id ?? ''),
    enabled: series !== undefined && !own && first !== undefined,
  })
  if (own) return { text: own }
  if (isLoading) return 'loading'
  const text = data?.metadata.summary
  return text && first ? { text, book: bookLabel(first) } : undefined
}
