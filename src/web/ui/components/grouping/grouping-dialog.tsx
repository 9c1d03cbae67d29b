/**
 * Moves books to another series, or merges series: choose the target, preview the changes, confirm.
 */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { Note } from '../card/card'
import { Button } from '../controls/button'
import { Dialog } from '../dialogs/dialog'
import { ErrorState, Loading } from '../feedback/states'
import { toast } from '../feedback/toast'
import { useChange } from '../use-change'
import type { GroupingTask } from './grouping'
import {
  changeGrouping,
  formatGroupingChange,
  type GroupingChange,
  type GroupingRequest,
  previewQuery,
  refreshGrouping,
  undoGrouping,
} from './grouping-requests'
import styles from './grouping.module.css'
import { Choice, SeriesPicker } from './series-picker'

type Target = Pick<GroupingRequest, 'targetSeriesId' | 'newTitle' | 'automatic'>

interface DialogProps {
  task: GroupingTask
  onClose: () => void
}

export function GroupingDialog({ task, onClose }: DialogProps) {
  const [target, setTarget] = useState<Target>()
  const { kind, ids } = task
  const items = kind === 'series' ? { seriesIds: [...ids] } : { bookIds: [...ids] }
  const title = kind === 'series' ? t('Merge series') : t('Move to another series')
  if (target) {
    const request = { ...items, ...target }
    return (
      <Confirmation
        task={task}
        request={request}
        title={title}
        onClose={onClose}
        onBack={() => setTarget(undefined)}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <Targets task={task} onChoose={setTarget} />
    </Dialog>
  )
}

function Targets({ task, onChoose }: { task: GroupingTask; onChoose: (target: Target) => void }) {
  const { kind, ids, libraryId } = task
  // If several series are selected, one of them can be the target.
  const excluded = kind === 'series' && ids.length === 1 ? ids : []
  const more = (typed: string) => (
    <>
      {typed && (kind === 'book' || ids.length > 1) && (
        <Choice
          label={t('New series “{title}”', { title: typed })}
          onChoose={() => onChoose({ newTitle: typed })}
        />
      )}
      {kind === 'book' && !typed && (
        <Choice
          label={t('Choose automatically')}
          hint={t('the series that a scan finds for the file')}
          onChoose={() => onChoose({ automatic: true })}
        />
      )}
    </>
  )
  return (
    <>
      <SeriesPicker
        excluded={excluded}
        libraryId={libraryId}
        more={more}
        onChoose={({ id }) => onChoose({ targetSeriesId: id })}
      />
      {kind === 'book' && ids.length === 1 && (
        <Note>{t('To change the volume or chapter, edit the book')}</Note>
      )}
    </>
  )
}

interface ConfirmationProps extends DialogProps {
  request: GroupingRequest
  title: string
  onBack: () => void
}

function Confirmation({ task, request, title, onBack, onClose }: ConfirmationProps) {
  const preview = useQuery(previewQuery(request))
  const follow = useFollow()
  const change = useChange({
    act: () => changeGrouping(request),
    once: true,
    onDone: (done) => {
      onClose()
      task.onDone?.()
      toast(formatGroupingChange(done), {
        label: t('Undo'),
        onSelect: () => void undoGrouping(done),
      })
      follow(done)
      void refreshGrouping()
    },
  })
  const { data, error, refetch } = preview
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onBack}>{t('Back')}</Button>
          <Button
            variant="primary"
            autoFocus
            busy={change.isPending || !data}
            onClick={() => change.mutate()}
          >
            {task.kind === 'series' ? t('Merge') : t('Move')}
          </Button>
        </>
      }
    >
      {error && <ErrorState error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && <Preview preview={data} />}
    </Dialog>
  )
}

/**
 * Returns a function that opens the target series if the change has hidden the series whose page is
 * open.
 */
function useFollow() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return ({ sources, targetId }: GroupingChange) => {
    const isGone = sources.some(({ id, isPutAway }) => isPutAway && pathname.endsWith(`/${id}`))
    if (isGone && targetId) void navigate({ to: '/series/$id', params: { id: targetId } })
  }
}

function Preview({ preview }: { preview: Schemas['GroupingPreview'] }) {
  const { kind, bookCount: count, targetTitle, sources, hasOtherAccess } = preview
  const title = targetTitle ?? ''
  return (
    <div className={styles.preview}>
      <p>
        {kind === 'reset'
          ? t(
              '{count, plural, one {# book returns} other {# books return}} to the series that a scan finds for {count, plural, one {its file} other {their files}}',
              { count },
            )
          : t('{count, plural, one {# book moves} other {# books move}} to “{title}”', {
              count,
              title,
            })}
      </p>
      {sources
        .filter(({ isPutAway }) => isPutAway)
        .map((source) => (
          <p key={source.id}>
            {t(
              '“{from}” will have no books left and will be hidden. Its list entries and ratings will be copied to “{title}”, and new files for “{from}” will be added there.',
              { from: source.title, title },
            )}
          </p>
        ))}
      {hasOtherAccess && (
        <p className={styles.warning}>
          {t(
            'The age rating or sharing tags differ, so different people will be able to see these books',
          )}
        </p>
      )}
      <Note>{t('Later scans keep this change, and you can undo it')}</Note>
    </div>
  )
}
