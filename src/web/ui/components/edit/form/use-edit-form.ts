/** Form state: loading, changes, saving, errors. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import type { BatchProgress } from '../../selection/use-batch-progress'
import { toast } from '../../feedback/toast'
import {
  countChanges,
  type Draft,
  emptyDraft,
  type StoredFields,
  withLock,
  withReset,
  withValue,
} from './draft'
import type { Editing } from './edit-context'
import { translate } from '../../../i18n/message-text'

export interface Loaded {
  /** ETag of the loaded version, which is sent with the edit. */
  tag: string
  fields: StoredFields
}

export interface Target {
  id: string
  load: (id: string) => Promise<Loaded>
  save: (id: string, draft: Draft, loaded: Loaded) => Promise<void>
}

export interface Form {
  /** null while loading. */
  editing: Editing | null
  draft: Draft
  /** Load error. */
  failed: unknown
  /** Whether someone else has saved a newer version. */
  isStale: boolean
  /** Save error that does not belong to a field. */
  problem: unknown
  isSaving: boolean
  /** Progress of saving a bulk edit, which can be stopped. */
  going?: (BatchProgress & { total: number }) | undefined
  load: () => void
  discard: () => void
  save: () => void
}

export function useEditForm(target: Target, onSaved: () => void): Form {
  const [draft, setDraft] = useState(emptyDraft)
  const queries = useQueryClient()
  const loaded = useQuery({
    // The key is not an API path, because live events must not change an open form.
    queryKey: ['edit', target.id],
    queryFn: () => target.load(target.id),
    // Fetched only once, because a refetch would hide a conflict with another user.
    enabled: ({ state }) => state.data === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const saving = useMutation({
    once: true,
    mutationFn: (found: Loaded) => target.save(target.id, draft, found),
    onSuccess: async () => {
      toast(t('Saved'))
      setDraft(emptyDraft)
      onSaved()
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(target.id),
      })
    },
  })
  const { data } = loaded
  const problems = useMemo(() => findProblems(saving.error), [saving.error])
  const editing = useMemo(
    () => (data ? getEditing({ stored: data.fields, draft, problems, setDraft }) : null),
    [data, draft, problems],
  )
  return {
    editing,
    draft,
    failed: loaded.error,
    isStale: saving.error instanceof ApiError && saving.error.status === 412,
    problem: Object.keys(problems).length > 0 ? null : saving.error,
    isSaving: saving.isPending,
    load: () => {
      saving.reset()
      void loaded.refetch()
    },
    discard: () => {
      saving.reset()
      setDraft(emptyDraft)
    },
    save: () => {
      if (data && countChanges(draft) > 0) saving.mutate(data)
    },
  }
}

interface Parts {
  stored: StoredFields
  draft: Draft
  problems: Editing['problems']
  setDraft: (change: (draft: Draft) => Draft) => void
}

const getEditing = ({ stored, draft, problems, setDraft }: Parts): Editing => ({
  isMany: false,
  stored,
  draft,
  problems,
  change: (field, value) => setDraft((now) => withValue(stored, now, { field, value })),
  lock: (field, isLocked) => setDraft((now) => withLock(stored, now, { field, isLocked })),
  reset: (field) => setDraft((now) => withReset(now, field)),
})

/** Returns error messages by field. An error in `authors.0.name` is listed under `authors`. */
export function findProblems(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.details.map((detail) => [
      detail.path.split(/[./]/).find(Boolean) ?? detail.path,
      translate(detail),
    ]),
  )
}
