/** Actions for the selection. */
import { lazy, Suspense, useState } from 'react'
import { t } from '../../i18n/i18n'
import { useKeys } from '../../state/browser/shortcuts'
import { usePermission } from '../../state/session/session'
import { IconButton } from '../controls/button'
import {
  BookmarkIcon,
  BookOpenIcon,
  CheckIcon,
  CloseIcon,
  EditIcon,
  type Icon,
  LayersIcon,
  ListIcon,
  SearchIcon,
  SelectIcon,
  SettingsIcon,
} from '../icons'
import { groupingTask } from '../grouping/grouping'
import { choosingProfile } from '../profiles/choosing-profile'
import { addingToList } from '../lists/add-to-list'
import { countSelectable, type Selection, type WorkKind } from './selection'
import styles from './selection.module.css'
import type { BatchProgress } from './use-batch-progress'
import { useBulkAction } from './use-bulk-action'
import { useMatchSelection } from './use-match-selection'

const BulkEdit = lazy(async () => ({ default: (await import('../bulk-edit/bulk-edit')).BulkEdit }))

interface BarProps {
  kind: WorkKind
  selection: Selection
  total: number | undefined
}

export function SelectionBar({ kind, selection, total }: BarProps) {
  const [isEditing, setEditing] = useState(false)
  const mayEdit = usePermission(kind === 'series' ? 'series:write' : 'books:write')
  const mayMark = usePermission('progress:write')
  const { going, run } = useBulkAction(kind, selection)
  const { isMatching, match } = useMatchSelection(selection)
  useEscape(going ? going.stop : selection.end)
  const disabled = selection.ids.size === 0 || going !== undefined
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Selection')}>
      <Counted selection={selection} total={total} going={going} />
      <div className={styles.acts}>
        {mayMark && (
          <>
            <Act icon={CheckIcon} disabled={disabled} onClick={() => void run('read')}>
              {t('Mark as read')}
            </Act>
            <Act icon={BookOpenIcon} disabled={disabled} onClick={() => void run('unread')}>
              {t('Mark as unread')}
            </Act>
            <Act icon={BookmarkIcon} disabled={disabled} onClick={() => void run('want')}>
              {t('Want to read')}
            </Act>
          </>
        )}
        <AddToList kind={kind} selection={selection} disabled={disabled} />
        <Regroup kind={kind} selection={selection} disabled={disabled} />
        {mayEdit && (
          <Act icon={EditIcon} disabled={disabled} onClick={() => setEditing(true)}>
            {t('Edit')}
          </Act>
        )}
        {mayEdit && kind === 'series' && (
          <Act icon={SearchIcon} disabled={disabled || isMatching} onClick={match}>
            {t('Find metadata')}
          </Act>
        )}
        <ChooseProfile kind={kind} selection={selection} disabled={disabled} />
      </div>
      {isEditing && (
        <Suspense>
          <BulkEdit kind={kind} ids={[...selection.ids]} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}

function AddToList({ kind, selection, disabled }: Omit<BarProps, 'total'> & { disabled: boolean }) {
  const isSeries = kind === 'series'
  const may = usePermission(isSeries ? 'collections:write' : 'readlists:write')
  if (!may) return null
  const add = () =>
    addingToList.set({ kind: isSeries ? 'collection' : 'readlist', ids: [...selection.ids] })
  return (
    <Act icon={ListIcon} disabled={disabled} onClick={add}>
      {t('Add to list')}
    </Act>
  )
}

function ChooseProfile({
  kind,
  selection,
  disabled,
}: Omit<BarProps, 'total'> & { disabled: boolean }) {
  const may = usePermission('account:write')
  if (!may || kind !== 'series') return null
  const choose = () => choosingProfile.set([...selection.ids])
  return (
    <Act icon={SettingsIcon} disabled={disabled} onClick={choose}>
      {t('Reading profile')}
    </Act>
  )
}

function Regroup({ kind, selection, disabled }: Omit<BarProps, 'total'> & { disabled: boolean }) {
  if (!usePermission('series:write')) return null
  const begin = () => groupingTask.set({ kind, ids: [...selection.ids], onDone: selection.end })
  return (
    <Act icon={LayersIcon} disabled={disabled} onClick={begin}>
      {kind === 'series' ? t('Merge') : t('Move')}
    </Act>
  )
}

/** Ends the selection on Escape, unless a dialog or menu is open above the list. */
function useEscape(end: () => void) {
  useKeys({
    Escape: () => {
      if (!document.querySelector('[role=dialog], [role=menu], [role=listbox]')) end()
    },
  })
}

interface CountedProps extends Omit<BarProps, 'kind'> {
  going: BatchProgress | undefined
}

/**
 * Shows the number of selected items or the progress, with buttons to select all items, to stop and
 * to end the selection.
 */
function Counted({ selection: { ids, all, end }, total, going }: CountedProps) {
  const [isAsking, setAsking] = useState(false)
  const takeAll = async () => {
    setAsking(true)
    await all?.()
    setAsking(false)
  }
  const count = ids.size
  const selectable = countSelectable(total ?? 0)
  return (
    <div className={styles.counted}>
      <span className={styles.count} role="status">
        {going
          ? t('{done} of {total}…', { done: going.done, total: count })
          : t('{count} selected', { count })}
      </span>
      {going && (
        <button type="button" className={styles.all} onClick={going.stop}>
          {t('Stop')}
        </button>
      )}
      {all && !going && count < selectable && (
        <button
          type="button"
          className={styles.all}
          disabled={isAsking}
          onClick={() => void takeAll()}
        >
          <SelectIcon size={16} />
          {selectable === total
            ? t('Select all {total}', { total })
            : t('Select the first {count}', { count: selectable })}
        </button>
      )}
      <IconButton
        label={t('Done')}
        icon={CloseIcon}
        className={styles.close}
        disabled={going !== undefined}
        onClick={end}
      />
    </div>
  )
}

interface ActProps {
  icon: Icon
  disabled: boolean
  onClick: () => void
  children: string
}

const Act = ({ icon: Picture, children, ...button }: ActProps) => (
  <button type="button" className={styles.act} {...button}>
    <Picture size={18} />
    <span>{children}</span>
  </button>
)
