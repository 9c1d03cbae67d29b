/**
 * Moves and removes entries of an ordered list. A move is shown immediately. If its request fails,
 * the server's order is restored.
 */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../api/format-error'
import { cancelQueries, inSequence, isLastInSequence } from '../../api/optimistic-changes'
import { useMutation } from '../../api/mutation'
import { toast } from '../feedback/toast'
import { windowSize } from '../../../shared/requests'
import { t } from '../../i18n/i18n'
import type { OrderedEntry } from './entry-row'
import { moveInWindows } from './move-in-windows'

/** Positions are counted from 0. */
interface Move {
  entry: OrderedEntry
  from: number
  to: number
}

interface Removal {
  entry: OrderedEntry
  at: number
}

export interface OrderedChanges {
  move: (move: Move) => void
  remove: (removal: Removal) => void
}

/** Requests for one list. */
interface OrderedRequests {
  /** Path prefix of the list's queries. */
  path: string
  /** Returns the query key for a page. Page numbers start at 1. */
  keyOf: (page: number) => QueryKey
  /** `place` starts at 1. */
  putAt: (id: string, place: number, signal: AbortSignal) => Promise<unknown>
  takeOut: (entry: OrderedEntry, signal: AbortSignal) => Promise<unknown>
  /** Returns the ID of the new entry. */
  addAgain: (entry: OrderedEntry, signal: AbortSignal) => Promise<string>
}

export function useOrderedChanges(requests: OrderedRequests): OrderedChanges {
  const { path, putAt, takeOut, addAgain } = requests
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
    mutationFn: ({ entry, to }: Move, signal) => putAt(entry.id, to + 1, signal),
    onMutate: (move: Move) => showMoved(queries, requests, move),
    onSuccess: refresh,
    onError: failed,
  })
  const returning = useMutation({
    ...inSequence(path),
    mutationFn: async ({ entry, at }: Removal, signal) =>
      putAt(await addAgain(entry, signal), at + 1, signal),
    onSuccess: refresh,
    onError: failed,
  })
  const removal = useMutation({
    ...inSequence(path),
    mutationFn: ({ entry }: Removal, signal) => takeOut(entry, signal),
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

function showMoved(queries: QueryClient, { path, keyOf }: OrderedRequests, { from, to }: Move) {
  cancelQueries(queries, path)
  const windowAt = (window: number) =>
    queries.getQueryData<{ data: unknown[] }>(keyOf(window + 1))?.data
  for (const [window, data] of moveInWindows(windowAt, windowSize, { from, to })) {
    queries.setQueryData<{ data: unknown[] }>(
      keyOf(window + 1),
      (known) => known && { ...known, data },
    )
  }
}
