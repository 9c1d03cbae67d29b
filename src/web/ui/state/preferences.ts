/** Preferences that the server stores for the user, shared by all devices. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../api/mutation'
import { readResponse, api, type Schemas } from '../api/client'
import { formatError } from '../api/format-error'
import { apiQuery, queryClient } from '../api/query'
import { toast } from '../components/feedback/toast'
import { requests } from '../../shared/requests'
import { onPageHidden, type SendOptions } from './browser/page-hidden'

type Scoped = Schemas['ScopedPreferences']
type Values = Schemas['PreferenceValues']

const { path, query } = requests.userPreferences
const params = { query }
const question = apiQuery(path, { params })
const { queryKey } = question
const mutationKey = ['preferences']

/** Returns the values, which are empty while loading, and a function for optimistic changes. */
export function usePreferences() {
  const queries = useQueryClient()
  const answer = useQuery({ ...question, select: (kept) => withUnsaved(kept, queries) })
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (next: Values, signal) => save(next, { signal }),
    // Runs in sequence: the last change to a setting wins.
    scope: { id: 'preferences' },
    onSuccess: async (kept) => {
      // Responses to requests that have already been sent must not overwrite the new values.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, kept)
    },
    onError: (error) => {
      toast(formatError(error))
      void queries.invalidateQueries({ queryKey })
    },
  })
  const change = (next: Values) => {
    queries.setQueryData(queryKey, (known) => known && changed(known, next))
    mutate(next)
  }
  return { answer, values: answer.data?.preferences ?? {}, isKnown: !answer.isPending, change }
}

const save = (preferences: Values, options: SendOptions = {}) =>
  readResponse(api.PATCH('/api/v1/preferences', { params, body: { preferences }, ...options }))

/**
 * Sends all unsaved changes in one request when the user leaves the page, because leaving aborts
 * the request in flight. Only this last request uses `keepalive`: any other could arrive later and
 * revert it.
 */
export const sendWhenPageHidden = () => onPageHidden(sendUnsaved)

function sendUnsaved() {
  const changes = unsaved(queryClient)
  if (changes.length === 0) return
  const together = changes.reduce<Values>((all, next) => ({ ...all, ...next }), {})
  // If the page stays open, the changes are sent again one by one with error messages.
  save(together, { keepalive: true }).catch(() => undefined)
}

/** Lists the unsaved changes, oldest first. */
const unsaved = (queries: QueryClient) =>
  queries
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as Values)

/** Applies pending changes to a response, which must not revert them. */
const withUnsaved = (kept: Scoped, queries: QueryClient): Scoped =>
  unsaved(queries).reduce(changed, kept)

const changed = (known: Scoped, next: Values): Scoped => ({
  ...known,
  preferences: { ...known.preferences, ...next } as Scoped['preferences'],
})
