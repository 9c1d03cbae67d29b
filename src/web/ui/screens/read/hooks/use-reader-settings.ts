import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatChangeError } from '../../../api/format-error'
import { apiQuery } from '../../../api/query'
import { requests } from '../../../../shared/requests'
import { toast } from '../../../components/feedback/toast'
import { usePageHidden } from './use-page-hidden'

type Resolved = Schemas['ReaderSettings']
export type Settings = { [Key in keyof Resolved['settings']]: Resolved['settings'][Key]['value'] }
export type Change = Partial<Settings>

const nothing: Change = {}

/** Scopes of a setting, most specific first. */
const scopes = ['book', 'series', 'profile', 'library', 'user'] as const
export type Scope = (typeof scopes)[number]

/**
 * Loads and changes the reader settings for a book. Changes apply immediately and are saved in the
 * chosen scope. A value in a more specific scope is removed, because the change would have no
 * effect otherwise. `defaults` contains the defaults for this book.
 */
export function useReaderSettings(bookId: string, defaults: Change = nothing) {
  const question = apiQuery(requests.readerSettings.path, {
    params: { path: { id: bookId } },
  })
  const { data, error } = useQuery(question)
  const [scope, setScope] = useState<Scope>('series')
  const { unsaved, keep } = useKept(data, question.queryKey[0])
  const settings = useMemo(
    () => data && { ...getValues(data, defaults), ...unsaved },
    [data, defaults, unsaved],
  )
  // The profile may have been removed on another device.
  const at = scope === 'profile' && !data?.profile ? 'series' : scope
  const change = (next: Change, where: Scope = at) => keep(next, where)
  /** Whether the setting has its default value, because no scope overrides it. */
  const isUnset = (key: keyof Settings) =>
    data?.settings[key].source === 'default' && !Object.hasOwn(unsaved, key)
  return { settings, error, scope: at, setScope, change, isUnset, resolved: data }
}

/** Debounce in milliseconds: dragging a slider is one change. */
const restMs = 250

/** Keeps changes that are applied but not saved yet. They are sent in sequence. */
function useKept(known: Resolved | undefined, path: string) {
  const client = useQueryClient()
  const [unsaved, setUnsaved] = useState<Change>({})
  const waiting = useRef<Kept & { timer: ReturnType<typeof setTimeout> }>(undefined)
  const mutationKey = ['reader-settings']
  const saving = {
    mutationKey,
    mutationFn: (kept: Kept, signal: AbortSignal) => saveFor(known, kept, signal),
    onError: (error: Error) => toast(formatChangeError(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [path] })
      if (!waiting.current && client.isMutating({ mutationKey }) <= 1) setUnsaved({})
    },
  }
  const { mutate } = useMutation({ ...saving, scope: { id: 'reader-settings' } })
  const { mutate: mutateAtOnce } = useMutation(saving)
  const flush = useCallback((send: (kept: Kept) => void) => {
    const held = waiting.current
    if (!held) return
    clearTimeout(held.timer)
    waiting.current = undefined
    send(held)
  }, [])
  useEffect(() => () => flush(mutate), [flush, mutate])
  // Does not wait for the previous change, because the page may be closed.
  usePageHidden(useCallback(() => flush(mutateAtOnce), [flush, mutateAtOnce]))
  const keep = (next: Change, at: Scope) => {
    if (waiting.current?.at !== at) flush(mutate)
    clearTimeout(waiting.current?.timer)
    const change = { ...waiting.current?.change, ...next }
    waiting.current = { change, at, timer: setTimeout(() => flush(mutate), restMs) }
    setUnsaved((before) => ({ ...before, ...next }))
  }
  return { unsaved, keep }
}

interface Kept {
  readonly change: Change
  readonly at: Scope
}

/** Sends the requests for all scopes in parallel, because the page may be closed. */
async function saveFor(known: Resolved | undefined, { change, at }: Kept, signal: AbortSignal) {
  if (!known) return
  const ids = getIds(known)
  const none = Object.fromEntries(Object.keys(change).map((key) => [key, null]))
  const nearer = scopes.slice(0, scopes.indexOf(at)).filter((scope) => scope !== 'profile')
  // The profile, which applies to other series as well, stays as it is.
  const isBelowProfile = known.profile !== null && ['library', 'user'].includes(at)
  await Promise.all([
    save(at, ids[at], change, signal),
    ...nearer.map((scope) =>
      save(scope, ids[scope], isBelowProfile && scope === 'series' ? change : none, signal),
    ),
  ])
}

const getIds = ({ bookId, seriesId, profile, libraryId }: Resolved) => ({
  book: bookId,
  series: seriesId,
  profile: profile?.id,
  library: libraryId,
  user: undefined,
})

/** null removes a setting from its scope. */
type SavedSettings = NonNullable<Schemas['ReadingProfileUpdate']['settings']>

async function save(
  scope: Scope,
  id: string | undefined,
  preferences: SavedSettings,
  signal: AbortSignal,
): Promise<unknown> {
  // Lets requests continue after the reader is closed.
  const keepalive = true
  if (scope === 'profile') return saveProfile(id, preferences, { keepalive, signal })
  const params = { query: { scope, ...(id && { id }) } }
  return readResponse(
    api.PATCH('/api/v1/preferences', { params, body: { preferences }, keepalive, signal }),
  )
}

async function saveProfile(
  id: string | undefined,
  settings: SavedSettings,
  options: { keepalive: boolean; signal: AbortSignal },
) {
  if (id === undefined) return
  const request = { params: { path: { id } }, body: { settings }, ...options }
  await readResponse(api.PATCH('/api/v1/reading-profiles/{id}', request))
}

function getValues({ settings }: Resolved, defaults: Change) {
  const entries = Object.entries(settings).map(([key, { value, source }]) => {
    const isSet = source !== 'default' || !Object.hasOwn(defaults, key)
    return [key, isSet ? value : defaults[key as keyof Settings]]
  })
  return Object.fromEntries(entries) as Settings
}
