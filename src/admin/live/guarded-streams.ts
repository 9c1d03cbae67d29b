/**
 * Streams of server-sent events that require a certain permission. A stream ends when its user
 * loses the permission.
 */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { identifyAgain } from '../../accounts/permissions/guard'
import { type Permission, type Viewer, userChanged } from '../../accounts/permissions/model'
import { repeat } from '../../platform/lib/clock'
import type { Content } from '../../platform/http/responses/content'
import type { Message } from '../../platform/messages/message'
import { ClientConnection, describeEventStream } from './client-connection'
import { liveLogMessages, liveMessages } from './messages'
import { heartbeatFrame } from './sse-frames'

const heartbeatMs = 15_000
/** Limit per user and kind, so that one user cannot use up `maxStreams`. */
const maxStreamsOfUser = 5

export interface GuardedStream {
  permission: Permission
  /** Streams of the same kind share their limits. */
  kind: string
  maxStreams: number
  tooMany: Message
  /** Sends frames until the returned function is called. */
  start(stream: ClientConnection): () => void
}

type Streams = Map<ClientConnection, string>

const streamsByBus = new WeakMap<Context['bus'], Streams>()

function getStreams(ctx: Context): Streams {
  const known = streamsByBus.get(ctx.bus) ?? new Map<ClientConnection, string>()
  streamsByBus.set(ctx.bus, known)
  return known
}

/** Ends all streams before the server waits for open requests. */
export function closeGuardedStreams(ctx: Context) {
  for (const stream of getStreams(ctx).keys()) stream.end()
}

export const openGuardedStream = (
  ctx: Context,
  viewer: Viewer,
  request: Request,
  options: GuardedStream,
): Content => describeEventStream(() => connect(ctx, viewer, request, options))

function connect(
  ctx: Context,
  viewer: Viewer,
  request: Request,
  { permission, kind, maxStreams, tooMany, start }: GuardedStream,
): ClientConnection {
  const streams = getStreams(ctx)
  const ofKind = [...streams].flatMap(([stream, one]) => (one === kind ? stream : []))
  const own = ofKind.filter(({ viewer: { userId } }) => userId === viewer.userId).length
  if (own >= maxStreamsOfUser) {
    const message = liveMessages.too_many_own({ count: own })
    throw new Refusal('too_many_requests', message, { retryAfterSeconds: 30 })
  }
  if (ofKind.length >= maxStreams) {
    throw new Refusal('unavailable', tooMany, { retryAfterSeconds: 30 })
  }
  const copy = new Request(request.url, { headers: request.headers })
  const cleanups: (() => void)[] = []
  const onEnd = (stream: ClientConnection) => {
    streams.delete(stream)
    for (const cleanup of cleanups) cleanup()
  }
  const stream = new ClientConnection({ viewer, request: copy, onEnd })
  streams.set(stream, kind)
  cleanups.push(start(stream), watchPermission(ctx, stream, permission))
  request.signal.addEventListener('abort', () => stream.end(), { once: true })
  if (request.signal.aborted) stream.end()
  return stream
}

/**
 * Sends heartbeats, and checks the permission with each one and when the account changes. Returns a
 * function that stops both.
 */
function watchPermission(ctx: Context, stream: ClientConnection, permission: Permission) {
  const recheck = async () => {
    stream.send(heartbeatFrame)
    const viewer = await findViewer(ctx, stream.request)
    if (viewer?.permissions.has(permission)) stream.viewer = viewer
    else stream.end()
  }
  const stop = repeat(ctx.clock, heartbeatMs, recheck)
  const unsubscribe = ctx.bus.subscribe(userChanged, ({ userId }) => {
    if (userId === stream.viewer.userId) void recheck()
  })
  return () => {
    stop()
    unsubscribe()
  }
}

/** Treats an error as a missing permission. The client may reconnect. */
async function findViewer(ctx: Context, copy: Request): Promise<Viewer | undefined> {
  try {
    return await identifyAgain(ctx, copy)
  } catch (error) {
    if (!(error instanceof Refusal)) {
      ctx.log.error({ err: error }, liveLogMessages.check_failed())
    }
    return undefined
  }
}
