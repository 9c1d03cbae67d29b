/** Highlights in a book, and the selection that may become one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { formatChangeError } from '../../../../api/format-error'
import { useMutation } from '../../../../api/mutation'
import { apiQuery } from '../../../../api/query'
import { announce } from '../../../../components/feedback/live-region'
import { toast } from '../../../../components/feedback/toast'
import { t } from '../../../../i18n/i18n'
import { createReaderContext } from '../../frame/create-reader-context'
import type { HighlightColor } from '../engine/highlights'

export type Highlight = Schemas['Highlight']

export const highlightsQuery = (id: string) =>
  apiQuery('/api/v1/books/{id}/highlights', { params: { path: { id }, query: { pageSize: 500 } } })

export function useHighlights(bookId: string) {
  const [hasSelection, setHasSelection] = useState(false)
  const [edited, edit] = useState<Highlight>()
  const { data } = useQuery(highlightsQuery(bookId))
  const changes = useChanges(bookId, edit)
  return {
    all: data?.data ?? none,
    hasSelection,
    setHasSelection,
    /** The highlight whose note is being written. */
    edited,
    edit,
    ...changes,
  }
}

export type BookHighlights = ReturnType<typeof useHighlights>

export const [HighlightsContext, useBookHighlights] = createReaderContext<BookHighlights>()

const none: readonly Highlight[] = []

interface NewHighlight {
  readonly locator: Schemas['HighlightCreation']['locator']
  readonly color: HighlightColor
  /** Opens the note of the new highlight immediately. */
  readonly isNoted?: boolean
}

function useChanges(bookId: string, edit: (highlight: Highlight) => void) {
  const queries = useQueryClient()
  const { queryKey } = highlightsQuery(bookId)
  const shared = {
    scope: { id: 'highlights' },
    onError: (error: Error) => toast(formatChangeError(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  }
  const creation = useMutation({
    ...shared,
    mutationFn: ({ locator, color }: NewHighlight, signal) =>
      readResponse(
        api.POST('/api/v1/books/{id}/highlights', {
          params: { path: { id: bookId } },
          body: { locator, color },
          signal,
        }),
      ),
    onSuccess: (made, { isNoted }) => {
      announce(t('Highlighted'))
      if (isNoted) edit(made)
    },
  })
  const update = useMutation({
    ...shared,
    mutationFn: ({ id, ...body }: Schemas['HighlightPatch'] & { id: string }, signal) =>
      readResponse(
        api.PATCH('/api/v1/books/{id}/highlights/{highlightId}', {
          params: { path: { id: bookId, highlightId: id } },
          body,
          signal,
        }),
      ),
  })
  const removal = useMutation({
    ...shared,
    mutationFn: (highlightId: string, signal) =>
      readResponse(
        api.DELETE('/api/v1/books/{id}/highlights/{highlightId}', {
          params: { path: { id: bookId, highlightId } },
          signal,
        }),
      ),
  })
  return { create: creation.mutate, update: update.mutate, remove: removal.mutate }
}
