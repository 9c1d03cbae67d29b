import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { useMemo } from 'react'
import { answerOf, api } from '../../../api/client'
import { ask } from '../../../api/query'

/** The pages of a book that one has marked. */
export function useBookmarks(bookId: string) {
  const client = useQueryClient()
  const question = ask('/api/v1/books/{id}/bookmarks', {
    params: { path: { id: bookId }, query: { pageSize: 500 } },
  })
  const { data } = useQuery(question)
  const byPage = useMemo(
    () =>
      new Map(
        (data?.data ?? []).flatMap(({ page, id }) => (page === null ? [] : [[page, id] as const])),
      ),
    [data],
  )
  const toggling = useMutation({
    mutationFn: async (page: number) => {
      const bookmarkId = byPage.get(page)
      const path = { id: bookId }
      if (bookmarkId === undefined) {
        await answerOf(
          api.POST('/api/v1/books/{id}/bookmarks', { params: { path }, body: { page } }),
        )
      } else {
        await answerOf(
          api.DELETE('/api/v1/books/{id}/bookmarks/{bookmarkId}', {
            params: { path: { ...path, bookmarkId } },
          }),
        )
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: question.queryKey }),
  })
  return {
    pages: useMemo(() => new Set(byPage.keys()), [byPage]),
    toggle: (page: number) => toggling.mutate(page),
  }
}
