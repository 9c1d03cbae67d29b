/**
 * Adds a series or book to "Want to read" or removes it. The last of several quick changes wins.
 */
import { useQueryClient } from '@tanstack/react-query'
import { api, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { queryClient } from '../../api/query'
import { onPageHidden, type SendOptions } from '../../state/browser/page-hidden'
import { toast } from '../feedback/toast'

export interface WantedState {
  kind: 'series' | 'book'
  id: string
  wanted: boolean
}

const mutationKey = ['wanted']

export function useSetWanted({ id }: Pick<WantedState, 'id'>, onSaved?: (wanted: boolean) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: (change: WantedState, signal) => setWanted(change, { signal }),
    // Runs in sequence, because concurrent requests can arrive in reverse order.
    scope: { id: `wanted ${id}` },
    onSuccess: (_, { wanted }) => {
      onSaved?.(wanted)
      return queries.invalidateQueries({
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
}

function setWanted({ kind, id, wanted }: WantedState, options: SendOptions): Promise<unknown> {
  if (wanted) {
    const body = kind === 'series' ? { seriesId: id } : { bookId: id }
    return readResponse(api.POST('/api/v1/want-to-read', { body, ...options }))
  }
  const params = { path: { id } }
  return kind === 'series'
    ? readResponse(api.DELETE('/api/v1/want-to-read/series/{id}', { params, ...options }))
    : readResponse(api.DELETE('/api/v1/want-to-read/books/{id}', { params, ...options }))
}

/**
 * When the user leaves the page, immediately sends the last unsaved change of each item with
 * `keepalive`, because leaving aborts the request in flight. No other request uses `keepalive`,
 * because it could arrive later and undo these changes.
 */
export const sendWantedWhenPageHidden = () => onPageHidden(sendUnsaved)

function sendUnsaved() {
  const last = new Map<string, WantedState>()
  const pending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })
  for (const { state } of pending) {
    const change = state.variables as WantedState
    last.set(change.id, change)
  }
  // If the page stays open after all, the changes are sent again in sequence, with error messages.
  for (const change of last.values()) setWanted(change, { keepalive: true }).catch(() => undefined)
}
