/**
 * Loads a list of any length in pages of 120 items. A page loads when it comes into view. The
 * position of an item does not depend on whether it is loaded.
 */
import { useQueries } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { windowSize } from '../../../shared/requests'
import { useFling } from './scroll-speed'

interface PageOf<Item> {
  data: Item[]
  total: number
}

interface Windowed<Item> {
  /** undefined until one of the requested pages is loaded. */
  total: number | undefined
  /** undefined while its page is loading. */
  at(index: number): Item | undefined
  error: unknown
  retry(): void
}

/** Loads the pages that contain the items `first` to `last` (zero-based), except during a fling. */
export function useWindows<Item>(
  pageQuery: (page: number) => object,
  first: number,
  last: number,
): Windowed<Item> {
  const from = Math.floor(first / windowSize)
  const to = Math.max(from, Math.floor(last / windowSize))
  const pages = Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  const isFlinging = useFling()
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...(pageQuery(page + 1) as UseQueryOptions<PageOf<Item>>),
      enabled: !isFlinging,
    })),
  })
  const byPage = new Map(pages.map((page, position) => [page, answers[position]?.data]))
  const failed = answers.find(({ isError, data }) => isError && !data)
  return {
    total: answers.find(({ data }) => data)?.data?.total,
    at: (index) => byPage.get(Math.floor(index / windowSize))?.data[index % windowSize],
    error: failed?.error,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}
