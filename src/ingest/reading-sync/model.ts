import { PageOf, PageQuery } from '../../platform/http/pagination'
import { MessageView, messageMembers } from '../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  id,
  instant,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { defineEvent } from '../../platform/events/event'
import { defineJob } from '../../platform/jobs/job'

const runStates = ['waiting', 'running', 'done', 'failed', 'undoing', 'undone'] as const
const statuses = ['reading', 'completed', 'on_hold', 'dropped', 'planned'] as const

export const SyncStartedView = named('SyncStarted', { taskId: id(), ...messageMembers() })

export const SyncStatusView = named('SyncStatus', {
  pluginId: id(),
  pluginName: anyText(),
  connected: boolean(),
  enabled: boolean(),
  healthStatus: oneOf(['healthy', 'unhealthy', 'unknown']),
  failureCount: long({ description: '1 if the last sync failed, otherwise 0' }),
  lastSyncAt: nullable(instant()),
  lastSuccessAt: nullable(instant()),
  syncing: boolean({ description: 'Whether a sync is queued or running' }),
  pendingPull: nullable(
    long({ description: 'Number of works whose changes on this server are waiting for approval' }),
  ),
  pendingPush: nullable(
    long({
      description: 'Number of works whose changes at the service are waiting for approval',
    }),
  ),
})
export type SyncStatusView = Static<typeof SyncStatusView>

export const SyncRunView = named('SyncRun', {
  id: id(),
  state: oneOf(runStates, { description: 'State of the sync; `waiting`: you have to approve it' }),
  pulled: long({
    description:
      'Number of works that change on this server: books are marked as read, or the work is added to your want-to-read list',
  }),
  pushed: long({ description: 'Number of works that change at the service' }),
  failed: long(),
  error: nullable(MessageView),
  createdAt: instant(),
  finishedAt: nullable(instant()),
})
export type SyncRunView = Static<typeof SyncRunView>
export const SyncRunPage = PageOf(SyncRunView)

export const SyncChangeView = named('SyncChange', {
  id: id(),
  direction: oneOf(['pull', 'push']),
  externalId: anyText(),
  seriesId: nullable(id()),
  title: anyText(),
  state: oneOf(['planned', 'done', 'failed', 'undone', 'kept'], {
    description: '`kept`: not undone because the item has been changed again since',
  }),
  books: long({ description: 'Number of books that are marked as read on this server' }),
  wanted: boolean({ description: 'Whether the work is added to your want-to-read list' }),
  chapters: nullable(long({ description: 'New number of chapters read' })),
  volumes: nullable(long({ description: 'New number of volumes read' })),
  status: nullable(oneOf(statuses)),
  score: nullable(long({ description: 'New rating, from 1 to 100' })),
  notes: boolean({ description: 'Whether the notes change' }),
  error: nullable(MessageView),
})
export type SyncChangeView = Static<typeof SyncChangeView>
export const SyncChangePage = PageOf(SyncChangeView)

const taskStates = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

export const SyncTaskView = named('UserPluginTask', {
  taskId: id(),
  taskType: anyText(),
  status: oneOf(taskStates),
  error: nullable(anyText()),
  problem: nullable(MessageView),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
})
export type SyncTaskView = Static<typeof SyncTaskView>

export const TasksQuery = shape({
  type: optional(text(100, { description: 'Only tasks of this type' })),
})

export const SyncPageQuery = shape(PageQuery)
export const SyncRunParams = shape({ plugin_id: id(), run_id: id() })

/** At most one of the two run IDs is set. */
export interface SyncPayload {
  connectionId: string
  /** Applies the changes that the user reviewed in this run. */
  approvedRunId?: string
  undoneRunId?: string
}

export const syncReadingJob = defineJob<SyncPayload>('sync_reading', { slots: 2, maxAttempts: 3 })

/** Enqueues a sync a few minutes after the user has read. */
export const syncLaterJob = defineJob<{ connectionId: string }>('sync_reading_later', {
  maxAttempts: 3,
})

/** Sent to the user whose lists were compared. */
export const readingSyncFinished = defineEvent<{ userId: string }>('sync_finished')
