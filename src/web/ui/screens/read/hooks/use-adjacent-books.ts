import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { apiQuery } from '../../../api/query'
import { toast } from '../../../components/feedback/toast'

/** Loads the adjacent books, and returns functions that open them or leave the reader. */
export function useAdjacentBooks(bookId: string, incognito: boolean) {
  const navigate = useNavigate()
  const { list } = useSearch({ strict: false })
  const question = useMemo(() => adjacentQuery(bookId, list), [bookId, list])
  const adjacent = useQuery(question).data
  const client = useQueryClient()
  const openBook = useCallback(
    (id: string) => {
      const search = { ...(incognito && { incognito }), ...(list && { list }) }
      // Replaces the history entry, so that Back leaves the reader instead of visiting each book.
      void navigate({ to: '/read/$bookId', params: { bookId: id }, search, replace: true })
    },
    [navigate, incognito, list],
  )
  const open = useCallback(
    (to: 'next-book' | 'previous-book') => {
      const openFound = ({ next, prev }: Schemas['AdjacentBooks']) => {
        const neighbor = to === 'next-book' ? next : prev
        if (neighbor) openBook(neighbor.id)
      }
      // The user may reach an end of the book before the adjacent books have been loaded.
      if (adjacent) openFound(adjacent)
      else void client.ensureQueryData(question).then(openFound, showError)
    },
    [adjacent, client, question, openBook],
  )
  return { adjacent, openBook, open, leave: useLeave() }
}

const seriesAdjacentQuery = (id: string) =>
  apiQuery('/api/v1/books/{id}/adjacent', { params: { path: { id } } })

/**
 * Builds the query for the adjacent books in the reading list from which the book was opened, or
 * else in its series.
 */
const adjacentQuery = (id: string, list: string | undefined) =>
  list === undefined
    ? seriesAdjacentQuery(id)
    : (apiQuery('/api/v1/readlists/{id}/books/{itemId}/adjacent', {
        params: { path: { id: list, itemId: id } },
      }) as unknown as ReturnType<typeof seriesAdjacentQuery>)

const showError = (error: Error) => toast(formatError(error))

/** Returns a function that goes back to the previous page, or to the home page if there is none. */
export function useLeave() {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/' })
  }
}
