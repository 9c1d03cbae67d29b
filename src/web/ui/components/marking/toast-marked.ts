/** Shows what was marked, with a button that restores the previous progress. */
import { api, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { queryClient, refreshWorks } from '../../api/query'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'

/**
 * One undo ID for each request, in the order in which the requests were sent. null if the server
 * returned none.
 */
export type UndoIds = readonly (string | null)[]

export function toastMarked(words: string, undoIds: UndoIds) {
  const ids = undoIds.filter((id) => id !== null)
  const isWhole = ids.length === undoIds.length && ids.length > 0
  toast(words, isWhole ? { label: t('Undo'), onSelect: () => void undo(ids) } : undefined)
}

/** Undoes the last request first. */
async function undo(ids: readonly string[]) {
  let kept = 0
  try {
    for (const id of ids.toReversed()) {
      const params = { path: { id } }
      const undone = await readResponse(api.POST('/api/v1/progress/marks/{id}/undo', { params }))
      kept += undone.kept
    }
    toast(
      kept === 0
        ? t('Undone')
        : t('Undone, except for {kept, plural, one {# book} other {# books}} read since', { kept }),
    )
  } catch (error) {
    toast(formatError(error))
  } finally {
    void refreshWorks(queryClient)
  }
}
