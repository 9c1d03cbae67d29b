import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { CheckIcon } from '../../../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { type Tab, Tabs } from '../../../../components/controls/tabs'
import { formatNumber, t } from '../../../../i18n/i18n'
import { Pager } from '../../../../components/grid/pager'
import { SettingsCard, Entries, Part, PendingSection } from '../../shared/settings-section'
import { findKnown } from '../../shared/section-search'
import { TaskEntry } from './task-entry'
import { useSectionSearch } from '../../shared/use-section-search'

const statuses = ['processing', 'pending', 'failed', 'completed', 'cancelled'] as const
const views = ['all', ...statuses] as const
type View = (typeof views)[number]
type Stats = Schemas['TaskStats']

const pollMs = 3_000

export function Tasks() {
  const [{ tab }, show] = useSectionSearch()
  const stats = useQuery({
    ...apiQuery('/api/v1/tasks/stats'),
    staleTime: 0,
    refetchInterval: pollMs,
  })
  const view = useFirst(stats.data, findKnown(views, tab))
  if (!stats.data || !view) return <PendingSection title={t('Tasks')} question={stats} />
  return (
    <Part title={t('Tasks')} lead={t('Background tasks. Finished tasks are kept for a week.')}>
      <Tabs<View>
        label={t('Status')}
        value={view}
        onChange={(next) => show({ tab: next })}
        tabs={buildTabs(stats.data, view)}
      />
    </Part>
  )
}

/**
 * Initially shows all tasks, or failed tasks if there are any and no task is running. After that,
 * only the user changes the tab.
 */
function useFirst(stats: Stats | undefined, chosen: View | undefined): View | undefined {
  const first = useRef<View>(undefined)
  if (stats) first.current ??= stats.processing === 0 && stats.failed > 0 ? 'failed' : 'all'
  return chosen ?? first.current
}

function buildTabs(stats: Stats, shown: View): Tab<View>[] {
  const words: Record<View, string> = {
    all: t('All'),
    processing: t('Running'),
    pending: t('Queued'),
    failed: t('Failed'),
    completed: t('Completed'),
    cancelled: t('Canceled'),
  }
  return views.map((value) => {
    const count = value === 'all' ? 0 : stats[value]
    return {
      value,
      label: count ? `${words[value]} · ${formatNumber(count)}` : words[value],
      content: value === shown && <TaskList view={value} />,
    }
  })
}

function TaskList({ view }: { view: View }) {
  const [{ page = 1 }, show] = useSectionSearch()
  const filter = view === 'all' ? {} : { status: view }
  const tasks = useQuery({
    ...apiQuery('/api/v1/tasks', { params: { query: { page, pageSize: 30, ...filter } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollMs,
  })
  if (tasks.isError) return <ErrorState error={tasks.error} retry={tasks.refetch} />
  if (!tasks.data) return <Loading />
  if (tasks.data.data.length === 0)
    return <EmptyState icon={CheckIcon} title={formatEmptyTitle(view)} />
  return (
    <SettingsCard>
      <Entries label={t('Tasks')}>
        {tasks.data.data.map((task) => (
          <TaskEntry key={task.id} task={task} />
        ))}
      </Entries>
      <Pager page={page} pages={tasks.data.totalPages} onChange={(next) => show({ page: next })} />
    </SettingsCard>
  )
}

function formatEmptyTitle(view: View): string {
  switch (view) {
    case 'all':
      return t('No tasks in the last week')
    case 'processing':
      return t('No running tasks')
    case 'pending':
      return t('No queued tasks')
    case 'failed':
      return t('No failed tasks')
    case 'completed':
      return t('No completed tasks')
    case 'cancelled':
      return t('No canceled tasks')
  }
}
