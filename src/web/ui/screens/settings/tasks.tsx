import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { Button } from '../../components/button'
import { CheckIcon } from '../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { type Tab, Tabs } from '../../components/tabs'
import { t } from '../../i18n/i18n'
import { formatAgo } from '../../i18n/moments'
import { said } from '../../i18n/server-words'
import { useMay } from '../../state/session'
import { Pager } from './pager'
import { Card, Entries, Entry, Part } from './part'
import styles from './settings.module.css'
import { useChange } from './use-change'
import { taskWords } from './words'

type Task = Schemas['Task']
type Status = Task['status']

const lookMs = 3_000

export function Tasks() {
  const [status, setStatus] = useState<Status>('processing')
  const stats = useQuery({ ...ask('/api/v1/tasks/stats'), staleTime: 0, refetchInterval: lookMs })
  const known = stats.data
  const tab = (value: Status, label: string): Tab<Status> => ({
    value,
    label: withCount(label, known?.[value]),
    content: value === status && <TaskList status={status} />,
  })
  return (
    <Part
      title={t('Tasks')}
      lead={t('What Quire does in the background. What has ended is kept for a week.')}
    >
      <Tabs<Status>
        label={t('State')}
        value={status}
        onChange={setStatus}
        tabs={[
          tab('processing', t('Running')),
          tab('pending', t('Waiting')),
          tab('failed', t('Failed')),
          tab('completed', t('Done')),
          tab('cancelled', t('Cancelled')),
        ]}
      />
    </Part>
  )
}

const withCount = (words: string, value: number | undefined) =>
  value ? `${words} · ${value}` : words

function TaskList({ status }: { status: Status }) {
  const [page, setPage] = useState(1)
  const tasks = useQuery({
    ...ask('/api/v1/tasks', { params: { query: { page, pageSize: 30, status } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookMs,
  })
  if (tasks.isError) return <ErrorState error={tasks.error} retry={tasks.refetch} />
  if (!tasks.data) return <Loading />
  if (tasks.data.data.length === 0) return <EmptyState icon={CheckIcon} title={t('Nothing here')} />
  return (
    <Card>
      <Entries label={t('Tasks')}>
        {tasks.data.data.map((task) => (
          <TaskEntry key={task.id} task={task} />
        ))}
      </Entries>
      <Pager page={page} pages={tasks.data.totalPages} onChange={setPage} />
    </Card>
  )
}

function TaskEntry({ task }: { task: Task }) {
  const { id, taskType, status, attempts, maxAttempts, lastError } = task
  const mayChange = useMay('tasks:write')
  const params = { path: { id } }
  const stale = ['/api/v1/tasks']
  const cancel = useChange({
    act: () => answerOf(api.POST('/api/v1/tasks/{id}/cancel', { params })),
    done: t('The task is told to stop'),
    stale,
  })
  const retry = useChange({
    act: () => answerOf(api.POST('/api/v1/tasks/{id}/retry', { params })),
    done: t('The task waits for its turn'),
    stale,
  })
  const canCancel = status === 'pending' || status === 'processing'
  const canRetry = status === 'failed' || status === 'cancelled'
  return (
    <Entry
      title={taskWords(taskType)}
      facts={[
        whenWords(task),
        ...(attempts > 1 ? [t('try {attempts} of {maxAttempts}', { attempts, maxAttempts })] : []),
      ].join(' · ')}
      actions={
        mayChange && (
          <>
            {canCancel && (
              <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('Stop')}
              </Button>
            )}
            {canRetry && (
              <Button small busy={retry.isPending} onClick={() => retry.mutate()}>
                {t('Try again')}
              </Button>
            )}
          </>
        )
      }
    >
      {lastError && <div className={styles.warned}>{said(lastError)}</div>}
    </Entry>
  )
}

function whenWords({ status, scheduledFor, startedAt, completedAt }: Task): string {
  if (completedAt) return t('ended {when}', { when: formatAgo(completedAt) })
  if (status === 'processing' && startedAt) return t('begun {when}', { when: formatAgo(startedAt) })
  if (Date.parse(scheduledFor) > Date.now())
    return t('begins {when}', { when: formatAgo(scheduledFor) })
  return t('waiting, put in {when}', { when: formatAgo(scheduledFor) })
}
