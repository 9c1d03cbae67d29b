import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { answerOf, api } from '../../../api/client'
import { errorWords } from '../../../api/error-words'
import { ask } from '../../../api/query'
import { announce } from '../../../components/live-region'
import { toast } from '../../../components/toast'
import { t } from '../../../i18n/i18n'
import type { Locator } from './engine/locator'

const onError = (error: unknown) => toast(errorWords(error))

/** The places in a book that one has marked. */
export function useTextBookmarks(bookId: string) {
  const client = useQueryClient()
  const question = ask('/api/v1/books/{id}/bookmarks', {
    params: { path: { id: bookId }, query: { pageSize: 500 } },
  })
  const { data } = useQuery(question)
  const onSettled = () => client.invalidateQueries({ queryKey: question.queryKey })
  const adding = useMutation({
    mutationFn: (locator: Locator) =>
      answerOf(
        api.POST('/api/v1/books/{id}/bookmarks', {
          params: { path: { id: bookId } },
          body: { locator: { ...locator, locations: { ...locator.locations } } },
        }),
      ),
    // Those who see the screen see the mark.
    onSuccess: () => announce(t('The place is marked')),
    onSettled,
    onError,
  })
  const removing = useMutation({
    mutationFn: (bookmarkId: string) =>
      answerOf(
        api.DELETE('/api/v1/books/{id}/bookmarks/{bookmarkId}', {
          params: { path: { id: bookId, bookmarkId } },
        }),
      ),
    onSettled,
    onError,
  })
  const places = (data?.data ?? []).flatMap(({ id, locator, createdAt }) =>
    locator ? [{ id, locator: locator as Locator, createdAt }] : [],
  )
  return {
    places,
    add: (locator: Locator) => adding.mutate(locator),
    remove: (id: string) => removing.mutate(id),
  }
}

export type TextBookmarks = ReturnType<typeof useTextBookmarks>
