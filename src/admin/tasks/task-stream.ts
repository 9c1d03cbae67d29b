/**
 * Streams tasks as server-sent events: each message is a task that has started, changed or ended.
 * Other processes run the tasks, so the database is asked, and only while a client listens.
 */
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { repeat } from '../../platform/lib/clock'
import type { ClientConnection } from '../live/client-connection'
import { openGuardedStream } from '../live/guarded-streams'
import { encodeFrame, retryFrame } from '../live/sse-frames'
import { taskLogMessages, taskMessages } from './messages'
import type { TaskView } from './model'
import { listActiveTasks } from './service'

const intervalMs = 1_000
const maxStreams = 20

export const streamTasks = (ctx: Context, viewer: Viewer, request: Request): Response =>
  openGuardedStream(ctx, viewer, request, {
    permission: 'tasks:read',
    kind: 'tasks',
    maxStreams,
    tooMany: taskMessages.too_many_streams(),
    start: (stream) => sendTasks(ctx, stream),
  })

const isOpen = /^(pending|processing) /

function sendTasks(ctx: Context, stream: ClientConnection) {
  stream.send(retryFrame)
  let since = ctx.clock.now()
  let known = new Map<string, string>()
  const update = async () => {
    try {
      const until = ctx.clock.now()
      // The end of a task may be stored later than the time that it names.
      const ids = [...known].flatMap(([id, state]) => (isOpen.test(state) ? [id] : []))
      const tasks = await listActiveTasks(ctx, stream.viewer, { since, ids })
      // What ended while the tasks were listed is found again the next time.
      since = until
      known = sendChanges(stream, tasks, known)
    } catch (error) {
      ctx.log.warn({ err: error }, taskLogMessages.stream_failed())
    }
  }
  void update()
  return repeat(ctx.clock, intervalMs, update)
}

/** Returns what the client knows now. */
function sendChanges(
  stream: ClientConnection,
  tasks: readonly TaskView[],
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const next = new Map<string, string>()
  for (const task of tasks) {
    const { id, status, attempts, scheduledFor } = task
    const state = [status, attempts, scheduledFor.getTime()].join(' ')
    next.set(id, state)
    if (known.get(id) === state) continue
    const event = { type: 'task_updated', task }
    stream.send(encodeFrame(JSON.stringify(event)))
  }
  return next
}
