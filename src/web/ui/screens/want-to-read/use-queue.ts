/** Optimistic queue changes; an error restores the server's order. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { readResponse, api } from '../../api/client'
import { formatError } from '../../api/format-error'
import { cancelQueries, inSequence, isLastInSequence } from '../../api/optimistic-changes'
import { useMutation } from '../../api/mutation'
import { toast } from '../../components/feedback/toast'
import { windowSize } from '../../../shared/requests'
import { withId } from '../../components/use-action'
import { t } from '../../i18n/i18n'
import { moveInWindows } from './move-in-windows'
import { entriesQuery, type Entry, path } from './queries'

/** From 0. */
export interface Move {
  entry: Entry
  from: number
  to: number
}

export function useQueue() {
  const queries = useQueryClient()
  const refresh = () => {
    if (isLastInSequence(queries, path)) void queries.invalidateQueries({ queryKey: [path] })
  }
  const failed = (error: unknown) => {
    toast(formatError(error))
    refresh()
  }
  const moving = useMutation({
    ...inSequence(path),
    mutationFn: ({ entry, to }: Move, signal) => putAt(entry.id, to, signal),
    onMutate: (move: Move) => showMoved(queries, move),
    onSuccess: refresh,
    onError: failed,
  })
  const returning = useMutation({
    ...inSequence(path),
    mutationFn: async ({ entry, at }: { entry: Entry; at: number }, signal) =>
      putAt((await addAgain(entry, signal)).id, at, signal),
    onSuccess: refresh,
    onError: failed,
  })
  const removal = useMutation({
    ...inSequence(path),
    mutationFn: ({ entry }: { entry: Entry; at: number }, signal) => takeOut(entry, signal),
    onSuccess: (_, { entry, at }) => {
      toast(t('Removed {name}', { name: entry.title }), {
        label: t('Undo'),
        onSelect: () => returning.mutate({ entry, at }),
      })
      refresh()
    },
    onError: failed,
  })
  return { move: moving.mutate, remove: removal.mutate }
}

const putAt = (id: string, to: number, signal: AbortSignal) =>
  readResponse(
    api.PUT('/api/v1/want-to-read/{id}/place', {
      ...withId(id),
      body: { place: to + 1 },
      signal,
    }),
  )

const takeOut = ({ itemType, seriesId, bookId }: Entry, signal: AbortSignal): Promise<unknown> =>
  itemType === 'series'
    ? readResponse(
        api.DELETE('/api/v1/want-to-read/series/{id}', { ...withId(seriesId ?? ''), signal }),
      )
    : readResponse(
        api.DELETE('/api/v1/want-to-read/books/{id}', { ...withId(bookId ?? ''), signal }),
      )

const addAgain = ({ seriesId, bookId }: Entry, signal: AbortSignal) =>
  readResponse(
    api.POST('/api/v1/want-to-read', { body: seriesId ? { seriesId } : { bookId }, signal }),
  )

const getKey = (window: number) => entriesQuery(window + 1).queryKey

function showMoved(queries: QueryClient, { from, to }: Move) {
  cancelQueries(queries, path)
  const windowAt = (window: number) => queries.getQueryData(getKey(window))?.data
  for (const [window, data] of moveInWindows(windowAt, windowSize, { from, to })) {
    queries.setQueryData(getKey(window), (known) => known && { ...known, data })
  }
}
