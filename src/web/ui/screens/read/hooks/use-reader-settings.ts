import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { apiQuery } from '../../../api/query'
import { toast } from '../../../components/feedback/toast'
import { usePageHidden } from './use-page-hidden'

type Resolved = Schemas['ReaderSettings']
export type Settings = { [Key in keyof Resolved['settings']]: Resolved['settings'][Key]['value'] }
export type Change = Partial<Settings>

const nothing: Change = {}

/** What a change applies to; the nearer wins over the wider. */
const scopes = ['book', 'series', 'library', 'user'] as const
export type Scope = (typeof scopes)[number]

/**
 * The reader's settings for a book, as the server keeps them. A change shows at once and is kept for the
 * chosen scope; what was said of something nearer is taken back, or the change would seem to do nothing.
 * `usual` counts for this book where nobody said anything.
 */
export function useReaderSettings(bookId: string, usual: Change = nothing) {
  const question = apiQuery('/api/v1/books/{id}/reader-settings', {
    params: { path: { id: bookId } },
  })
  const { data, error } = useQuery(question)
  const [scope, setScope] = useState<Scope>('series')
  const { unsaved, keep } = useKept(data, question.queryKey[0])
  const settings = useMemo(
    () => data && { ...getValues(data, usual), ...unsaved },
    [data, usual, unsaved],
  )
  const change = (next: Change, at: Scope = scope) => keep(next, at)
  return { settings, error, scope, setScope, change }
}

/** A slider that is drawn along is one change, not forty. */
const restMs = 250

/** Changes that are shown and not yet kept; they reach the server one after the other. */
function useKept(known: Resolved | undefined, path: string) {
  const client = useQueryClient()
  const [unsaved, setUnsaved] = useState<Change>({})
  const waiting = useRef<Kept & { timer: ReturnType<typeof setTimeout> }>(undefined)
  const mutationKey = ['reader-settings']
  const saving = {
    mutationKey,
    mutationFn: (kept: Kept, signal: AbortSignal) => saveFor(known, kept, signal),
    onError: (error: Error) => toast(formatError(error)),
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
  // The change before it is not waited for: there may be no later.
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

/** All at once, for the page may be gone the next moment. */
async function saveFor(known: Resolved | undefined, { change, at }: Kept, signal: AbortSignal) {
  if (!known) return
  const ids = getIds(known)
  const none = Object.fromEntries(Object.keys(change).map((key) => [key, null]))
  const nearer = scopes.slice(0, scopes.indexOf(at))
  await Promise.all([
    save(at, ids[at], change, signal),
    ...nearer.map((scope) => save(scope, ids[scope], none, signal)),
  ])
}

const getIds = ({ bookId, seriesId, libraryId }: Resolved) => ({
  book: bookId,
  series: seriesId,
  library: libraryId,
  user: undefined,
})

function save(
  scope: Scope,
  id: string | undefined,
  preferences: Schemas['PreferenceValues'],
  signal: AbortSignal,
) {
  const params = { query: { scope, ...(id && { id }) } }
  // What is under way when the reader is closed arrives all the same.
  const keepalive = true
  return readResponse(
    api.PATCH('/api/v1/preferences', { params, body: { preferences }, keepalive, signal }),
  )
}

function getValues({ settings }: Resolved, usual: Change) {
  const entries = Object.entries(settings).map(([key, { value, source }]) => {
    const isSaid = source !== 'default' || !Object.hasOwn(usual, key)
    return [key, isSaid ? value : usual[key as keyof Settings]]
  })
  return Object.fromEntries(entries) as Settings
}
