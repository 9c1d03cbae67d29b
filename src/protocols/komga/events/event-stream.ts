/** Opens Komga's event stream and reports the task queue on it. */
import type { Context } from '../../../context'
import { type CancelTimer, repeat } from '../../../platform/lib/clock'
import type { Content } from '../../../platform/http/responses/content'
import type { Viewer } from '../../../accounts/permissions/model'
import { type ClientConnection, describeEventStream } from '../../../admin/live/client-connection'
import { getEventStreams } from '../../../admin/live/event-streams'
import { countOpenTasks } from '../../../admin/tasks/service'
import { komgaLogMessages } from '../messages'
import { buildFrame, komgaFormat } from './event-format'

const checkIntervalMs = 2_000
/**
 * Every fifth check sends an unchanged count again, because clients wait for a count of 0 after an
 * event.
 */
const repeatEvery = 5

export const openEventStream = (ctx: Context, viewer: Viewer, request: Request): Content =>
  describeEventStream(() => connect(ctx, viewer, request))

async function connect(ctx: Context, viewer: Viewer, request: Request) {
  let stop: CancelTimer | undefined
  const onEnd = () => stop?.()
  const stream = await getEventStreams(ctx).connect(request, viewer, { format: komgaFormat, onEnd })
  const report = createQueueReporter(ctx, stream)
  await report()
  if (!request.signal.aborted) stop = repeat(ctx.clock, checkIntervalMs, report)
  return stream
}

/** Sends the number of queued tasks when it has changed, and otherwise every ten seconds. */
function createQueueReporter(ctx: Context, stream: ClientConnection) {
  let sent: string | undefined
  let unchanged = 0
  return async () => {
    // Checked each time, because permissions may change while the stream is open.
    if (!stream.viewer.permissions.has('tasks:read')) return
    try {
      const { count, byType } = await countOpenTasks(ctx, stream.viewer)
      const data = { count, countByType: byType }
      const text = JSON.stringify(data)
      unchanged = text === sent ? unchanged + 1 : 0
      if (unchanged % repeatEvery !== 0) return
      sent = text
      stream.send(buildFrame('TaskQueueStatus', data))
    } catch (error) {
      ctx.log.error({ err: error }, komgaLogMessages.count_tasks_failed())
    }
  }
}
