/** A sync that changed something or is waiting for approval, with its changes. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Sheet } from '../../../components/dialogs/dialog'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { useChange } from '../../../components/use-change'
import { formatAgo } from '../../../i18n/date-time'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Entry } from '../shared/settings-section'
import styles from '../settings.module.css'
import { pluginsPath } from './sync-paths'

type Run = Schemas['SyncRun']
type Change = Schemas['SyncChange']

interface SyncRunProps {
  run: Run
  pluginId: string
  /** Name of the service. */
  name: string
  isSyncing: boolean
}

export function SyncRun({ run, pluginId, name, isSyncing }: SyncRunProps) {
  const [isShown, setShown] = useState(false)
  const { error, state } = run
  return (
    <Entry
      title={formatState(state)}
      facts={[...listCounts(run, name), formatAgo(run.createdAt)].join(' · ')}
      actions={
        <>
          <Button small onClick={() => setShown(true)}>
            {t('Show changes')}
          </Button>
          <RunAction run={run} pluginId={pluginId} isSyncing={isSyncing} />
        </>
      }
    >
      {error && <div className={styles.warned}>{translate(error)}</div>}
      {isShown && (
        <ChangesDialog run={run} pluginId={pluginId} name={name} onClose={() => setShown(false)} />
      )}
    </Entry>
  )
}

function formatState(state: Run['state']): string {
  const labels = {
    waiting: t('Waiting for your approval'),
    running: t('Running'),
    done: t('Done'),
    failed: t('Failed'),
    undoing: t('Undoing'),
    undone: t('Undone'),
  }
  return labels[state]
}

const listCounts = ({ state, pulled, pushed, failed }: Run, name: string): string[] => [
  ...(pulled > 0 ? [formatPulled(pulled, state === 'waiting')] : []),
  ...(pushed > 0 ? [formatPushed(pushed, state === 'waiting', name)] : []),
  ...(failed > 0 ? [t('{count} failed', { count: failed })] : []),
]

const formatPulled = (count: number, isWaiting: boolean) =>
  isWaiting
    ? t('{count, plural, one {# series} other {# series}} to mark as read here', { count })
    : t('{count, plural, one {# series} other {# series}} marked as read here', { count })

const formatPushed = (count: number, isWaiting: boolean, name: string) =>
  isWaiting
    ? t('{count, plural, one {# series} other {# series}} to update on {name}', { count, name })
    : t('{count, plural, one {# series} other {# series}} updated on {name}', { count, name })

type RunActionProps = Omit<SyncRunProps, 'name'>

function RunAction({ run: { id, state }, pluginId, isSyncing }: RunActionProps) {
  const of = { params: { path: { plugin_id: pluginId, run_id: id } } }
  const approve = useChange({
    act: () =>
      readResponse(api.POST('/api/v1/user/plugins/{plugin_id}/sync/runs/{run_id}/approve', of)),
    stale: [pluginsPath],
    once: true,
  })
  const undo = useChange({
    act: () =>
      readResponse(api.POST('/api/v1/user/plugins/{plugin_id}/sync/runs/{run_id}/undo', of)),
    done: translate,
    stale: [pluginsPath],
    once: true,
  })
  if (state === 'waiting') {
    return (
      <Button
        small
        variant="primary"
        busy={approve.isPending}
        disabled={isSyncing}
        onClick={() => approve.mutate()}
      >
        {t('Apply')}
      </Button>
    )
  }
  if (state !== 'done' && state !== 'failed') return null
  return (
    <Button small busy={undo.isPending} disabled={isSyncing} onClick={() => undo.mutate()}>
      {t('Undo')}
    </Button>
  )
}

interface ChangesDialogProps extends Omit<SyncRunProps, 'isSyncing'> {
  onClose: () => void
}

const changesShown = 500

function ChangesDialog({ run, pluginId, name, onClose }: ChangesDialogProps) {
  const list = useQuery({
    ...apiQuery('/api/v1/user/plugins/{plugin_id}/sync/runs/{run_id}/changes', {
      params: {
        path: { plugin_id: pluginId, run_id: run.id },
        query: { pageSize: changesShown },
      },
    }),
    staleTime: 0,
  })
  return (
    <Sheet open onClose={onClose} title={t('Changes')}>
      {list.data ? (
        <Changes {...list.data} name={name} />
      ) : list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : (
        <Loading />
      )}
    </Sheet>
  )
}

interface ChangesProps {
  data: Change[]
  total: number
  name: string
}

function Changes({ data, total, name }: ChangesProps) {
  const hidden = total - data.length
  return (
    <>
      <ul className={styles.changes}>
        {data.map((change) => (
          <li key={change.id}>
            <strong>{change.title}</strong> {formatChange(change, name)}
            {change.error && <div className={styles.warned}>{translate(change.error)}</div>}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t('and {count} more', { count: hidden })}</p>}
    </>
  )
}

function formatChange(change: Change, name: string): string {
  const { direction, books, wanted, state } = change
  const parts =
    direction === 'pull'
      ? [
          ...(books > 0
            ? [
                t('{count, plural, one {# book} other {# books}} marked as read here', {
                  count: books,
                }),
              ]
            : []),
          ...(wanted ? [t('on your want-to-read list')] : []),
          ...listOpinion(change),
        ]
      : [`${t('On {name}:', { name })} ${listValues(change).join(', ')}`]
  const notes = {
    kept: t('kept because it changed again'),
    undone: t('undone'),
    failed: t('failed'),
  }
  const note = notes[state as keyof typeof notes]
  return [...parts, ...(note ? [note] : [])].join(' · ')
}

const listValues = ({ chapters, volumes, status, ...change }: Change): string[] => [
  ...(chapters === null ? [] : [t('chapter {number}', { number: chapters })]),
  ...(volumes === null ? [] : [t('volume {number}', { number: volumes })]),
  ...(status === null ? [] : [formatStatus(status)]),
  ...listOpinion(change),
]

const listOpinion = ({ score, notes }: Pick<Change, 'score' | 'notes'>): string[] => [
  ...(score === null ? [] : [t('rating {number} out of 100', { number: score })]),
  ...(notes ? [t('notes')] : []),
]

function formatStatus(status: NonNullable<Change['status']>): string {
  const labels = {
    reading: t('reading'),
    completed: t('completed'),
    on_hold: t('on hold'),
    dropped: t('dropped'),
    planned: t('planned'),
  }
  return labels[status]
}
