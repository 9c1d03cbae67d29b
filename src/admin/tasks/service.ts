/** Tasks: jobs of the queue as shown to users. */
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import type { TaskCounts, TaskStats, TaskStatus, TasksQuery, TaskView } from './model'
import {
  countOpenJobs,
  countVisibleJobs,
  deleteEndedJobs,
  type FailureSpan,
  findJob,
  type JobRow,
  type JobState,
  listActiveJobs,
  listFailedJobs,
  listJobs,
} from './queries'
import {
  type Message,
  type MessageWithText,
  renderMessage,
  withText,
} from '../../platform/messages/message'
import type { Content } from '../../platform/http/responses/content'
import { openChangeStream } from '../live/change-stream'
import { taskLogMessages, taskMessages } from './messages'

const statusByState: Record<JobState, TaskStatus> = {
  ready: 'pending',
  running: 'processing',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

const stateByStatus: Record<TaskStatus, JobState> = {
  pending: 'ready',
  processing: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

export async function listTasks(
  ctx: Context,
  viewer: Viewer,
  { status, taskType }: TasksQuery,
  paging: Paging,
): Promise<Found<TaskView>> {
  const state = status && stateByStatus[status]
  const { data, total } = await listJobs(ctx.heavy, viewer, { ...paging, state, kind: taskType })
  return { data: data.map((row) => buildTaskView(ctx, viewer, row)), total }
}

/** Lists tasks that failed within the time span. */
export async function listFailedTasks(
  ctx: Context,
  viewer: Viewer,
  span: FailureSpan,
): Promise<{ id: string; taskType: string; failedAt: Date }[]> {
  const rows = await listFailedJobs(ctx.heavy, viewer, span)
  return rows.map(({ id, kind, finishedAt }) => ({ id, taskType: kind, failedAt: finishedAt! }))
}

export async function getTask(ctx: Context, viewer: Viewer, id: string): Promise<TaskView> {
  return buildTaskView(ctx, viewer, await getJob(ctx, viewer, id))
}

export async function cancelTask(ctx: Context, viewer: Viewer, id: string) {
  await getJob(ctx, viewer, id)
  if (await ctx.queue.cancelJob(id)) return withText(taskMessages.cancelled())
  throw new Refusal('conflict', taskMessages.already_ended())
}

export async function retryTask(ctx: Context, viewer: Viewer, id: string) {
  await getJob(ctx, viewer, id)
  if (await ctx.queue.retryJob(id)) return withText(taskMessages.retrying())
  throw new Refusal('conflict', taskMessages.cannot_retry())
}

/** Requeues a task whose process no longer works on it. */
export async function unlockTask(ctx: Context, viewer: Viewer, id: string) {
  await getJob(ctx, viewer, id)
  if (await ctx.queue.unlockJob(id)) return withText(taskMessages.unlocked())
  throw new Refusal('conflict', taskMessages.not_running())
}

/** Lists tasks that are waiting or running, tasks that ended after `since`, and the given tasks. */
async function listActiveTasks(
  ctx: Context,
  viewer: Viewer,
  wanted: { since: Date; ids: readonly string[] },
): Promise<TaskView[]> {
  const rows = await listActiveJobs(ctx.db, viewer, wanted)
  return rows.map((row) => buildTaskView(ctx, viewer, row))
}

/** Each message is a task that has started, changed or ended. */
export const streamTasks = (ctx: Context, viewer: Viewer, request: Request): Content =>
  openChangeStream(ctx, viewer, request, {
    permission: 'tasks:read',
    kind: 'tasks',
    tooMany: taskMessages.too_many_streams(),
    failed: taskLogMessages.stream_failed(),
    list: (current, wanted) => listActiveTasks(ctx, current, wanted),
    isActive: ({ status }) => status === 'pending' || status === 'processing',
    describe: ({ status, attempts, scheduledFor, isStale }) =>
      [status, attempts, scheduledFor.getTime(), isStale].join(' '),
    buildEvent: (task) => ({ type: 'task_updated', task }),
  })

const dayMs = 24 * 3_600_000

/** Deletes the records of tasks that ended more than `keptDays` days ago. */
export async function purgeTasks(ctx: Context, viewer: Viewer, keptDays: number) {
  const before = new Date(ctx.clock.now().getTime() - keptDays * dayMs)
  return { deleted: await deleteEndedJobs(ctx, viewer, before) }
}

export async function countTasks(ctx: Context, viewer: Viewer): Promise<TaskStats> {
  const total = buildEmptyCounts()
  const byType = new Map<string, TaskCounts>()
  for (const { kind, state, count, stale } of await countVisibleJobs(
    ctx.heavy,
    viewer,
    ctx.clock.now(),
  )) {
    const ofKind = byType.get(kind) ?? buildEmptyCounts()
    byType.set(kind, ofKind)
    for (const counts of [total, ofKind]) {
      counts[statusByState[state]] += count
      counts.stale += stale
      counts.total += count
    }
  }
  return { ...total, byType: Object.fromEntries(byType) }
}

/** Counts tasks that are running or could run now, in total and by type. */
export async function countOpenTasks(ctx: Context, viewer: Viewer) {
  const rows = await countOpenJobs(ctx.db, viewer, ctx.clock.now())
  const byType = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  return { count: rows.reduce((sum, row) => sum + row.count, 0), byType }
}

const buildEmptyCounts = (): TaskCounts => ({
  pending: 0,
  processing: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  stale: 0,
  total: 0,
})

async function getJob(ctx: Context, viewer: Viewer, id: string): Promise<JobRow> {
  const found = await findJob(ctx.db, viewer, id)
  if (!found) throw notFound(taskMessages.not_found())
  return found
}

function buildTaskView({ clock }: Context, viewer: Viewer, row: JobRow): TaskView {
  const isLeaseOver = row.leaseUntil !== null && row.leaseUntil < clock.now()
  return {
    id: row.id,
    taskType: row.kind,
    status: statusByState[row.state],
    priority: row.priority,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    params: removePaths(row.payload),
    lastError: getVisibleError(row.error, viewer),
    scheduledFor: row.runAt,
    lockedUntil: row.leaseUntil,
    isStale: row.state === 'running' && isLeaseOver,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    completedAt: row.finishedAt,
  }
}

/**
 * Replaces text that may contain a server path with null, and removes members whose names may
 * contain one.
 */
function removePaths(value: unknown): unknown {
  if (typeof value === 'string') return mayContainPath(value) ? null : value
  if (Array.isArray(value)) return value.map(removePaths)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !mayContainPath(name))
  return Object.fromEntries(members.map(([name, member]) => [name, removePaths(member)]))
}

/** Hides errors that may contain paths from users who do not manage libraries. */
export function getVisibleError(error: Message | null, viewer: Viewer): MessageWithText | null {
  if (error === null) return null
  const isVisible = viewer.permissions.has('libraries:write')
  if (!isVisible && mayContainPath(renderMessage(error)))
    return withText(taskMessages.details_hidden())
  return withText(error)
}

const mayContainPath = (words: string) => /[/\\]/.test(words)
