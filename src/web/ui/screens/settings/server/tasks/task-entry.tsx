/** A task with its library, progress, error and actions. */
import { useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { ScanProgress } from '../../../../components/feedback/scan-progress'
import { t } from '../../../../i18n/i18n'
import { formatAgo, formatDuration } from '../../../../i18n/date-time'
import { isScanRunning, useScan } from '../../../../state/live/use-scan'
import { usePermission } from '../../../../state/session/session'
import { Entry } from '../../shared/settings-section'
import { TaskFailure } from './task-failure'
import { useChange } from '../../../../components/use-change'
import { formatTask } from '../../../../labels/server-labels'

type Task = Schemas['Task']

export function TaskEntry({ task }: { task: Task }) {
  const { taskType, status, attempts, maxAttempts, lastError } = task
  const libraryId = getLibrary(task)
  const library = useLibraryName(libraryId)
  const facts = [
    ...(library ? [library] : []),
    formatWhen(task),
    ...(attempts > 1 ? [t('attempt {attempts} of {maxAttempts}', { attempts, maxAttempts })] : []),
  ]
  return (
    <Entry
      title={formatTask(taskType)}
      facts={facts.join(' · ')}
      actions={<TaskActions task={task} />}
    >
      {lastError && <TaskFailure error={lastError} />}
      {taskType === 'scan_library' && status === 'processing' && libraryId && (
        <Progress libraryId={libraryId} />
      )}
    </Entry>
  )
}

function getLibrary({ params }: Task): string | undefined {
  const { libraryId } = (params ?? {}) as { libraryId?: unknown }
  return typeof libraryId === 'string' ? libraryId : undefined
}

function useLibraryName(id: string | undefined): string | undefined {
  const libraries = useQuery(apiQuery('/api/v1/libraries'))
  return libraries.data?.find((library) => library.id === id)?.name
}

function Progress({ libraryId }: { libraryId: string }) {
  const scan = useScan(libraryId)
  return isScanRunning(scan) && scan ? <ScanProgress scan={scan} /> : null
}

function TaskActions({ task }: { task: Task }) {
  const { id, status } = task
  const mayChange = usePermission('tasks:write')
  const params = { path: { id } }
  const stale = ['/api/v1/tasks']
  const cancel = useChange({
    act: () => readResponse(api.POST('/api/v1/tasks/{id}/cancel', { params })),
    done: t('Stopping task'),
    stale,
  })
  const retry = useChange({
    act: () => readResponse(api.POST('/api/v1/tasks/{id}/retry', { params })),
    done: t('Task queued'),
    stale,
  })
  const unlock = useChange({
    act: () => readResponse(api.POST('/api/v1/tasks/{id}/unlock', { params })),
    done: t('Task starts again'),
    stale,
  })
  if (!mayChange || status === 'completed') return null
  const canRetry = status === 'failed' || status === 'cancelled'
  return canRetry ? (
    <Button small busy={retry.isPending} onClick={() => retry.mutate()}>
      {t('Try again')}
    </Button>
  ) : (
    <>
      {task.isStale && (
        <Button small busy={unlock.isPending} onClick={() => unlock.mutate()}>
          {t('Start again')}
        </Button>
      )}
      <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Stop')}
      </Button>
    </>
  )
}

function formatWhen({ status, scheduledFor, startedAt, completedAt }: Task): string {
  if (completedAt) {
    const ended = formatEnd(status, formatAgo(completedAt))
    if (!startedAt) return ended
    const spent = Date.parse(completedAt) - Date.parse(startedAt)
    return `${ended} · ${t('took {time}', { time: formatDuration(spent) })}`
  }
  if (status === 'processing' && startedAt)
    return t('started {when}', { when: formatAgo(startedAt) })
  if (Date.parse(scheduledFor) > Date.now())
    return t('starts {when}', { when: formatAgo(scheduledFor) })
  return t('queued {when}', { when: formatAgo(scheduledFor) })
}

function formatEnd(status: Task['status'], when: string): string {
  if (status === 'failed') return t('failed {when}', { when })
  if (status === 'cancelled') return t('canceled {when}', { when })
  return t('finished {when}', { when })
}
