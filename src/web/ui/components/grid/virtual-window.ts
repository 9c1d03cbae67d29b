/**
 * A list of any length whose pages are asked for as they come into view, 120 at a time. The place of an
 * item on the screen never depends on whether it is loaded.
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
  /** undefined until the first page told it. */
  total: number | undefined
  /** undefined while its page is on its way. */
  at(index: number): Item | undefined
  error: unknown
  retry(): void
}

/**
 * @param first and
 * @param last the items in view, from 0; the page that holds the first is always asked for
 */
export function useWindows<Item>(
  askPage: (page: number) => object,
  first: number,
  last: number,
): Windowed<Item> {
  const from = Math.floor(first / windowSize)
  const to = Math.max(from, Math.floor(last / windowSize))
  const pages = Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  const isFlinging = useFling()
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...(askPage(page + 1) as UseQueryOptions<PageOf<Item>>),
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
