/** Books that users moved into or out of a series, with undo. */
import { useQuery } from '@tanstack/react-query'
import { formatDate, t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { Card } from '../card/card'
import { Button } from '../controls/button'
import { useChange } from '../use-change'
import {
  formatGroupingChange,
  type GroupingChange,
  historyQuery,
  undoGrouping,
} from './grouping-requests'
import styles from './grouping.module.css'

export function GroupingHistory({ seriesId }: { seriesId: string }) {
  const may = usePermission('series:write')
  const { data } = useQuery({ ...historyQuery(seriesId), enabled: may })
  if (!may || !data || data.data.length === 0) return null
  return (
    <Card title={t('Grouping')}>
      <ul role="list" className={styles.list}>
        {data.data.map((change) => (
          <Entry key={change.id} change={change} />
        ))}
      </ul>
    </Card>
  )
}

function Entry({ change }: { change: GroupingChange }) {
  const { createdAt, createdBy, undoneAt, canUndo } = change
  const undo = useChange({ act: () => undoGrouping(change), once: true })
  return (
    <li className={styles.entry}>
      <span>
        {formatGroupingChange(change)}
        <small>
          {[formatDate(createdAt), createdBy, undoneAt && t('Undone')].filter(Boolean).join(' · ')}
        </small>
      </span>
      {canUndo && (
        <Button small busy={undo.isPending} onClick={() => undo.mutate()}>
          {t('Undo')}
        </Button>
      )}
    </li>
  )
}
