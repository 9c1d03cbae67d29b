import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { CheckIcon } from '../../../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { type Tab, Tabs } from '../../../../components/controls/tabs'
import { formatNumber, t } from '../../../../i18n/i18n'
import { Pager } from '../../../../components/grid/pager'
import { Card, Entries, Part, PendingSection } from '../../shared/settings-section'
import { findKnown } from '../../shared/section-search'
import { TaskEntry } from './task-entry'
import { useSectionSearch } from '../../shared/use-section-search'

const statuses = ['processing', 'pending', 'failed', 'completed', 'cancelled'] as const
type Status = (typeof statuses)[number]
type Stats = Schemas['TaskStats']

const lookMs = 3_000

export function Tasks() {
  const [{ tab }, show] = useSectionSearch()
  const stats = useQuery({
    ...apiQuery('/api/v1/tasks/stats'),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  const status = useFirst(stats.data, findKnown(statuses, tab))
  if (!stats.data || !status) return <PendingSection title={t('Tasks')} question={stats} />
  return (
    <Part title={t('Tasks')} lead={t('Background tasks. Finished tasks are kept for a week.')}>
      <Tabs<Status>
        label={t('Status')}
        value={status}
        onChange={(next) => show({ tab: next })}
        tabs={buildTabs(stats.data, status)}
      />
    </Part>
  )
}

/** Without running tasks, failed ones open first. The tab stays when new tasks start. */
function useFirst(stats: Stats | undefined, chosen: Status | undefined): Status | undefined {
  const first = useRef<Status>(undefined)
  if (stats) first.current ??= stats.processing === 0 && stats.failed > 0 ? 'failed' : 'processing'
  return chosen ?? first.current
}

function buildTabs(stats: Stats, shown: Status): Tab<Status>[] {
  const words: Record<Status, string> = {
    processing: t('Running'),
    pending: t('Queued'),
    failed: t('Failed'),
    completed: t('Completed'),
    cancelled: t('Canceled'),
  }
  return statuses.map((value) => ({
    value,
    label: stats[value] ? `${words[value]} · ${formatNumber(stats[value])}` : words[value],
    content: value === shown && <TaskList status={value} />,
  }))
}

function TaskList({ status }: { status: Status }) {
  const [{ page = 1 }, show] = useSectionSearch()
  const tasks = useQuery({
    ...apiQuery('/api/v1/tasks', { params: { query: { page, pageSize: 30, status } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookMs,
  })
  if (tasks.isError) return <ErrorState error={tasks.error} retry={tasks.refetch} />
  if (!tasks.data) return <Loading />
  if (tasks.data.data.length === 0)
    return <EmptyState icon={CheckIcon} title={formatEmptyTitle(status)} />
  return (
    <Card>
      <Entries label={t('Tasks')}>
        {tasks.data.data.map((task) => (
          <TaskEntry key={task.id} task={task} />
        ))}
      </Entries>
      <Pager page={page} pages={tasks.data.totalPages} onChange={(next) => show({ page: next })} />
    </Card>
  )
}

function formatEmptyTitle(status: Status): string {
  switch (status) {
    case 'processing':
      return t('No running tasks')
    case 'pending':
      return t('No queued tasks')
    case 'failed':
      return t('No failed tasks')
    case 'completed':
      return t('No tasks in the last week')
    case 'cancelled':
      return t('No canceled tasks')
  }
}
