/**
 * Streams of items, such as tasks, that start, change and end in other processes. The database is
 * polled, and only while a client is listening.
 */
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { repeat } from '../../platform/lib/clock'
import type { Content } from '../../platform/http/responses/content'
import type { Message } from '../../platform/messages/message'
import type { ClientConnection } from './client-connection'
import { type GuardedStream, openGuardedStream } from './guarded-streams'
import { encodeFrame, retryFrame } from './sse-frames'

const intervalMs = 1_000
const maxStreams = 20
/** The end of an item may be stored up to this long after it happened. */
const maxDelayMs = 10_000

/** Requests the items that ended after `since`, and those with the given IDs. */
interface RecentItems {
  since: Date
  ids: readonly string[]
}

interface ChangeStream<Item> extends Pick<GuardedStream, 'permission' | 'kind' | 'tooMany'> {
  /** Logged if the items cannot be listed. */
  failed: Message
  /** Lists the items that are waiting or running, and the requested ones. */
  list(viewer: Viewer, wanted: RecentItems): Promise<Item[]>
  isActive(item: Item): boolean
  /** An item is sent again when this text changes. */
  describe(item: Item): string
  buildEvent(item: Item): { type: string }
}

export const openChangeStream = <Item extends { id: string }>(
  ctx: Context,
  viewer: Viewer,
  request: Request,
  { permission, kind, tooMany, ...changes }: ChangeStream<Item>,
): Content =>
  openGuardedStream(ctx, viewer, request, {
    permission,
    kind,
    maxStreams,
    tooMany,
    start: (stream) => sendChanges(ctx, stream, changes),
  })

type Known = ReadonlyMap<string, { text: string; isActive: boolean }>

function sendChanges<Item extends { id: string }>(
  ctx: Context,
  stream: ClientConnection,
  {
    failed,
    list,
    isActive,
    describe,
    buildEvent,
  }: Omit<ChangeStream<Item>, 'permission' | 'kind' | 'tooMany'>,
) {
  stream.send(retryFrame)
  const openedAtMs = ctx.clock.now().getTime()
  let known: Known = new Map()
  const update = async () => {
    try {
      const since = new Date(Math.max(openedAtMs, ctx.clock.now().getTime() - maxDelayMs))
      const ids = [...known].flatMap(([id, one]) => (one.isActive ? id : []))
      const next = new Map<string, { text: string; isActive: boolean }>()
      for (const item of await list(stream.viewer, { since, ids })) {
        const text = describe(item)
        next.set(item.id, { text, isActive: isActive(item) })
        if (known.get(item.id)?.text === text) continue
        stream.send(encodeFrame(JSON.stringify(buildEvent(item))))
      }
      known = next
    } catch (error) {
      ctx.log.warn({ err: error }, failed)
    }
  }
  void update()
  return repeat(ctx.clock, intervalMs, update)
}
