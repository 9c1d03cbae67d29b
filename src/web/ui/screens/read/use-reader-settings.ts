import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  const client = useQueryClient()
  const question = ask('/api/v1/books/{id}/reader-settings', { params: { path: { id: bookId } } })
  const answer = useQuery(question)
  const [scope, setScope] = useState<Scope>('series')
  const saving = useMutation({
    mutationFn: async ({ change, at }: { change: Change; at: Scope }) => {
      if (!answer.data) return
      const ids = idsOf(answer.data)
      const nearer = scopes.slice(0, scopes.indexOf(at))
      const none = Object.fromEntries(Object.keys(change).map((key) => [key, null]))
      for (const each of nearer) await save(each, ids[each], none)
      await save(at, ids[at], change)
    },
    onError: (error) => toast(errorWords(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [question.queryKey[0]] }),
  })
  const change = (next: Change, at: Scope = scope) => {
    client.setQueryData(question.queryKey, (known) => known && withChange(known, next, at))
    saving.mutate({ change: next, at })
  }
  return {
    settings: answer.data && valuesOf(answer.data),
    error: answer.error,
    scope,
    setScope,
    change,
  }
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

function withChange(known: Resolved, change: Change, source: Scope): Resolved {
  const changed = Object.entries(change).map(([key, value]) => [key, { value, source }])
  return { ...known, settings: { ...known.settings, ...Object.fromEntries(changed) } }
}

const valuesOf = ({ settings }: Resolved) =>
  Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value])) as Settings
