import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ask } from '../../api/query'

/** The books before and after, and the way out. */
export function useNeighbours(bookId: string, incognito: boolean) {
  const navigate = useNavigate()
  const question = ask('/api/v1/books/{id}/adjacent', { params: { path: { id: bookId } } })
  const adjacent = useQuery(question).data
  const openBook = useCallback(
    (id: string) => {
      const search = incognito ? { incognito } : {}
      // Back leads out of reading, not through every book of an evening.
      void navigate({ to: '/read/$bookId', params: { bookId: id }, search, replace: true })
    },
    [navigate, incognito],
  )
  const open = useCallback(
    (to: 'next-book' | 'previous-book') => {
      const neighbour = to === 'next-book' ? adjacent?.next : adjacent?.prev
      if (neighbour) openBook(neighbour.id)
    },
    [adjacent, openBook],
  )
  return { adjacent, openBook, open, leave: useLeave() }
}

/** Back to where the book was opened; home, where that is not known. */
export function useLeave() {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/' })
  }
}
