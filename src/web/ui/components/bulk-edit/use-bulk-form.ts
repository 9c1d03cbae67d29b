import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { useMemo, useState } from 'react'
import { ApiError } from '../../api/client'
import { formatError } from '../../api/format-error'
import { refreshWorks } from '../../api/query'
import { t } from '../../i18n/i18n'
import { countChanges, type Draft, emptyDraft, isEmpty, withManyValue } from '../edit/form/draft'
import type { Editing } from '../edit/form/edit-context'
import { type Form, findProblems } from '../edit/form/use-edit-form'
import { formatUnchanged } from '../selection/bulk-actions'
import { useBatchProgress } from '../selection/use-batch-progress'
import { toast } from '../feedback/toast'
import type { Bulk } from './bulk'
import { type BulkOutcome, saveMany } from './save-many'

export function useBulkForm(bulk: Bulk, ids: readonly string[], onSaved: () => void): Form {
  const [draft, setDraft] = useState(emptyDraft)
  const queries = useQueryClient()
  const { going, begin, end } = useBatchProgress()
  const saving = useMutation({
    once: true,
    mutationFn: () => saveMany(bulk, { ids, draft }, begin()),
    onSuccess: (outcome) => {
      toast(formatOutcome(bulk, outcome))
      // If the user has stopped saving, the draft is kept for another attempt. Saving the same
      // values twice has no effect.
      if (outcome.left > 0) return
      setDraft(emptyDraft)
      onSaved()
    },
    // Runs even after a failure, because some items may have changed.
    onSettled: () => {
      end()
      return refreshWorks(queries)
    },
  })
  const problems = useMemo(() => findProblems(saving.error), [saving.error])
  const editing = useMemo(() => getEditing({ draft, problems, setDraft }), [draft, problems])
  return {
    editing,
    draft,
    failed: null,
    isStale: false,
    problem: Object.keys(problems).length > 0 ? null : saving.error,
    isSaving: saving.isPending,
    going: going && { ...going, total: ids.length },
    load: () => saving.reset(),
    discard: () => {
      saving.reset()
      setDraft(emptyDraft)
    },
    save: () => {
      if (countChanges(draft) > 0) saving.mutate()
    },
  }
}

interface Parts {
  draft: Draft
  problems: Editing['problems']
  setDraft: (change: (draft: Draft) => Draft) => void
}

const getEditing = ({ draft, problems, setDraft }: Parts): Editing => ({
  isMany: true,
  stored: {},
  draft,
  problems,
  // Text that was typed and deleted again counts as unchanged. The clear button sets null.
  change: (field, value) =>
    setDraft((now) => withManyValue(now, { field, value: emptied(now, field, value) })),
  lock: (field, isLocked) =>
    setDraft((now) => ({ ...now, locks: { ...now.locks, [field]: isLocked } })),
  unlockChoice: (field) =>
    setDraft((now) => {
      const { [field]: _, ...locks } = now.locks
      return { ...now, locks }
    }),
  reset: undefined,
})

const emptied = (now: Draft, field: string, value: unknown) =>
  value === null && !isEmpty(now.values[field]) ? undefined : undefinedIfEmpty(value)

const undefinedIfEmpty = (value: unknown) =>
  Array.isArray(value) && value.length === 0 ? undefined : value

/** Formats the outcome, for example as "Saved 12 books. 2 couldn’t be changed: …. 80 unchanged". */
function formatOutcome(bulk: Bulk, { saved, problems, left }: BulkOutcome) {
  const [first] = problems
  const failed =
    first &&
    t('{failed} couldn’t be changed: {problem}', {
      failed: problems.length,
      problem: formatError(new ApiError(422, first)),
    })
  const savedMessage = saved > 0 || !failed ? bulk.saved(saved) : undefined
  return [savedMessage, failed, formatUnchanged(left)].filter(Boolean).join('. ')
}
