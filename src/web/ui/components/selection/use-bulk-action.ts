import { useQueryClient } from '@tanstack/react-query'
import { refreshWorks } from '../../api/query'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'
import type { BulkAction } from './bulk-actions'
import type { Selection, WorkKind } from './selection'
import { useBatchProgress } from './use-batch-progress'

/**
 * Runs a bulk action, showing progress and result. The selection stays if the action fails or is
 * stopped. Items that could not be changed stay selected.
 */
export function useBulkAction(kind: WorkKind, selection: Selection) {
  const queries = useQueryClient()
  const { going, begin, end } = useBatchProgress()
  const run = async (act: BulkAction) => {
    const ids = [...selection.ids]
    let count = 0
    const { onDone, signal } = begin()
    try {
      const { runBulkAction, toastOutcome } = await import('./bulk-actions')
      const showOutcome = (done: number) => onDone((count = done))
      const outcome = await runBulkAction({ kind, act, ids }, { onDone: showOutcome, signal })
      toastOutcome(act, outcome)
      if (outcome.left > 0) return
      if (outcome.failedIds.length > 0) selection.keep(outcome.failedIds)
      else selection.end()
    } catch (error) {
      const problem = formatError(error)
      toast(
        count === 0
          ? problem
          : t('Stopped after {done} of {total}: {problem}', {
              done: count,
              total: ids.length,
              problem,
            }),
      )
    } finally {
      end()
      void refreshWorks(queries)
    }
  }
  return { going, run }
}
