/**
 * Edits many series or books at once. Empty fields keep their values. `ids` may have any length;
 * requests are sent in batches.
 */
import { bookBulk } from './book-bulk'
import { seriesBulk } from './series-bulk'
import { useBulkForm } from './use-bulk-form'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { BulkSharingTags } from '../sharing-tags/sharing-tags'
import { FormSheet } from '../edit/form/form-sheet'
import type { WorkKind } from '../selection/selection'

interface BulkEditProps {
  kind: WorkKind
  ids: readonly string[]
  onClose: () => void
}

export function BulkEdit({ kind, ids, onClose }: BulkEditProps) {
  const bulk = kind === 'series' ? seriesBulk : bookBulk
  const maySetSharing = usePermission('system:admin') && kind === 'series'
  const form = useBulkForm(bulk, ids, onClose)
  return (
    <FormSheet
      title={bulk.title(ids.length)}
      form={form}
      tabs={[...bulk.tabs(), ...(maySetSharing ? [sharingTab(ids)] : [])]}
      onClose={onClose}
    />
  )
}

const sharingTab = (ids: readonly string[]) => ({
  value: 'sharing',
  label: t('Sharing tags'),
  content: <BulkSharingTags ids={ids} />,
})
