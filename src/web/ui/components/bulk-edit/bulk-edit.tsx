/**
 * Edits many series or books at once. Empty fields keep their values. `ids` may have any length;
 * requests are sent in batches.
 */
import { bookBulk } from './book-bulk'
import { seriesBulk } from './series-bulk'
import { useBulkForm } from './use-bulk-form'
import { FormSheet } from '../edit/form/form-sheet'
import type { WorkKind } from '../selection/selection'

interface BulkEditProps {
  kind: WorkKind
  ids: readonly string[]
  onClose: () => void
}

export function BulkEdit({ kind, ids, onClose }: BulkEditProps) {
  const bulk = kind === 'series' ? seriesBulk : bookBulk
  const form = useBulkForm(bulk, ids, onClose)
  return (
    <FormSheet title={bulk.title(ids.length)} form={form} tabs={bulk.tabs()} onClose={onClose} />
  )
}
