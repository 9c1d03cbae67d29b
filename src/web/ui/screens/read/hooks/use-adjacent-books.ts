import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { apiQuery } from '../../../api/query'
import { toast } from '../../../components/feedback/toast'

/** The previous and next book, and the way out of the reader. */
export function useAdjacentBooks(bookId: string, incognito: boolean) {
  const navigate = useNavigate()
  const question = useMemo(
    () => apiQuery('/api/v1/books/{id}/adjacent', { params: { path: { id: bookId } } }),
    [bookId],
  )
  const adjacent = useQuery(question).data
  const client = useQueryClient()
  const openBook = useCallback(
    (id: string) => {
      const search = incognito ? { incognito } : {}
      // Replaces the history entry: Back leaves the reader instead of visiting every book.
      void navigate({ to: '/read/$bookId', params: { bookId: id }, search, replace: true })
    },
    [navigate, incognito],
  )
  const open = useCallback(
    (to: 'next-book' | 'previous-book') => {
      const openFound = ({ next, prev }: Schemas['AdjacentBooks']) => {
        const neighbor = to === 'next-book' ? next : prev
        if (neighbor) openBook(neighbor.id)
      }
      // The reader may reach the end before the next book is loaded.
      if (adjacent) openFound(adjacent)
      else void client.ensureQueryData(question).then(openFound, showError)
    },
    [adjacent, client, question, openBook],
  )
  return { adjacent, openBook, open, leave: useLeave() }
}

const showError = (error: Error) => toast(formatError(error))

/** Returns to the page that opened the book, or home if it is unknown. */
export function useLeave() {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/' })
  }
}
