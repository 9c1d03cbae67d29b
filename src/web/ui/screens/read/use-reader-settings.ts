import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { ask } from '../../api/query'
import { toast } from '../../components/toast'

type Resolved = Schemas['ReaderSettings']
export type Settings = { [Key in keyof Resolved['settings']]: Resolved['settings'][Key]['value'] }
export type Change = Partial<Settings>

/** What a change applies to; the nearer wins over the wider. */
const scopes = ['book', 'series', 'library', 'user'] as const
export type Scope = (typeof scopes)[number]

/**
 * The reader's settings for a book, as the server keeps them. A change shows at once and is kept for the
 * chosen scope; what was said of something nearer is taken back, or the change would seem to do nothing.
 */
export function useReaderSettings(bookId: string) {
  const question = ask('/api/v1/books/{id}/reader-settings', { params: { path: { id: bookId } } })
  const { data, error } = useQuery(question)
  const [scope, setScope] = useState<Scope>('series')
  const { unsaved, keep } = useKept(data, question.queryKey[0])
  const settings = useMemo(() => data && { ...valuesOf(data), ...unsaved }, [data, unsaved])
  const change = (next: Change, at: Scope = scope) => keep(next, at)
  return { settings, error, scope, setScope, change }
}

/** A slider that is drawn along is one change, not forty. */
const restMs = 250

/** Changes that are shown and not yet kept; they reach the server one after the other. */
function useKept(known: Resolved | undefined, path: string) {
  const client = useQueryClient()
  const [unsaved, setUnsaved] = useState<Change>({})
  const waiting = useRef<{ change: Change; at: Scope; timer: ReturnType<typeof setTimeout> }>(
    undefined,
  )
  const mutationKey = ['reader-settings']
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'reader-settings' },
    mutationFn: ({ change, at }: { change: Change; at: Scope }) => saveFor(known, change, at),
    onError: (error) => toast(errorWords(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [path] })
      if (!waiting.current && client.isMutating({ mutationKey }) <= 1) setUnsaved({})
    },
  })
  const flush = useCallback(() => {
    const held = waiting.current
    if (!held) return
    clearTimeout(held.timer)
    waiting.current = undefined
    mutate(held)
  }, [mutate])
  useEffect(() => flush, [flush])
  const keep = (next: Change, at: Scope) => {
    if (waiting.current?.at !== at) flush()
    clearTimeout(waiting.current?.timer)
    const change = { ...waiting.current?.change, ...next }
    waiting.current = { change, at, timer: setTimeout(flush, restMs) }
    setUnsaved((before) => ({ ...before, ...next }))
  }
  return { unsaved, keep }
}

async function saveFor(known: Resolved | undefined, change: Change, at: Scope) {
  if (!known) return
  const ids = idsOf(known)
  const none = Object.fromEntries(Object.keys(change).map((key) => [key, null]))
  for (const nearer of scopes.slice(0, scopes.indexOf(at))) await save(nearer, ids[nearer], none)
  await save(at, ids[at], change)
}

const idsOf = ({ bookId, seriesId, libraryId }: Resolved) => ({
  book: bookId,
  series: seriesId,
  library: libraryId,
  user: undefined,
})

function save(scope: Scope, id: string | undefined, preferences: Schemas['PreferenceValues']) {
  const query = { scope, ...(id && { id }) }
  return answerOf(api.PATCH('/api/v1/preferences', { params: { query }, body: { preferences } }))
}

const valuesOf = ({ settings }: Resolved) =>
  Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value])) as Settings
