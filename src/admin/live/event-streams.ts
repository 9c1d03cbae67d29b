/**
 * Opens the event streams of clients, keeps them alive with heartbeats and sends each client the
 * events that its user may see. Buffers recent events for clients that reconnect.
 */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { DomainEvent, NumberedEvent } from '../../platform/events/event'
import type { Content } from '../../platform/http/responses/content'
import { type CancelTimer, repeat } from '../../platform/lib/clock'
import { scanProgress } from '../../ingest/scanning/model'
import { sharedListChanged } from '../../catalog/item-lists/model'
import { identifyAgain } from '../../accounts/permissions/guard'
import {
  accessChanged,
  groupsChanged,
  userChanged,
  type Viewer,
} from '../../accounts/permissions/model'
import { formatReach } from '../../accounts/permissions/permission-rules'
import { buildEventFrame, type EventFormat, heartbeatFrame, nativeFormat } from './sse-frames'
import { ProgressThrottle } from './progress-throttle'
import { listTrashedLibraries } from './queries'
import { EventBuffer } from './event-buffer'
import { EventIds } from './event-ids'
import { SharedListChanges } from './shared-lists'
import { ClientConnection, describeEventStream, maxBufferedBytes } from './client-connection'
import { requestMessages } from '../../platform/messages/common'
import {
  canSeeEvent,
  changesLibraries,
  changesVisibility,
  loadMarksOfEvents,
} from './visible-events'
import { liveLogMessages, liveMessages } from './messages'

const maxStreamsPerUser = 20
const reloadDelayMs = 100
/** Sessions and tokens expire without an event. */
const recheckIntervalMs = 5 * 60_000

interface ConnectOptions {
  /** ID of the last event that the client received. Used only for the native format. */
  lastEventId?: string | undefined
  format?: EventFormat
  /** Called once, no matter how the stream ends. */
  onEnd?: () => void
}

const instances = new WeakMap<Context['bus'], EventStreams>()

/** Returns this app's instance. It subscribes to the bus when the first client connects. */
export function getEventStreams(ctx: Context): EventStreams {
  const live = instances.get(ctx.bus) ?? new EventStreams(ctx)
  instances.set(ctx.bus, live)
  return live
}

/** Ends all streams and accepts no new ones. Runs before the server waits for open requests. */
export const closeEventStreams = (ctx: Context): Promise<void> => getEventStreams(ctx).close()

export class EventStreams {
  readonly #ctx: Context
  readonly #buffer: EventBuffer
  readonly #ids: EventIds
  readonly #streams = new Map<ClientConnection, EventFormat>()
  readonly #throttle: ProgressThrottle
  readonly #sharedLists: SharedListChanges
  /** Delays the reload, so that many changes cause restricted viewers to reload only once. */
  #cancelReload: CancelTimer | undefined
  #trashed: ReadonlySet<string> = new Set()
  /** Handles events one after another, in the order in which they arrive. */
  #queue: Promise<void> = Promise.resolve()
  #unsubscribe: (() => void)[] = []
  #stopHeartbeats: CancelTimer | undefined
  #checkedAt: Date
  #isClosed = false

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#checkedAt = ctx.clock.now()
    this.#throttle = new ProgressThrottle(ctx.clock, ({ id, event }) =>
      this.#runSerialized(() => this.#emit(id, event)),
    )
    this.#sharedLists = new SharedListChanges(ctx, this.#streams)
    this.#buffer = new EventBuffer(ctx.config.events.keep)
    this.#ids = new EventIds(ctx.config.auth.jwt_secret!)
  }

  /** Streams events to this viewer, starting now or after `lastEventId`. */
  openStream(request: Request, viewer: Viewer, lastEventId: string | undefined): Content {
    return describeEventStream(() => this.connect(request, viewer, { lastEventId }))
  }

  /** Opens a stream whose body the caller sends, for protocols with their own format. */
  async connect(request: Request, viewer: Viewer, options: ConnectOptions) {
    const { lastEventId, format = nativeFormat, onEnd } = options
    this.#start()
    await this.#queue
    this.#requireCapacity(viewer)
    const stream = new ClientConnection({
      viewer,
      request: new Request(request.url, { headers: request.headers }),
      onEnd: (ended) => {
        this.#removeStream(ended)
        onEnd?.()
      },
    })
    this.#streams.set(stream, format)
    stream.send(format.buildOpeningFrame(this.#encryptLatestId()))
    if (lastEventId !== undefined) {
      this.#runSerialized(() => this.#replay(stream, lastEventId))
      await this.#queue
    }
    request.signal.addEventListener('abort', () => stream.end(), { once: true })
    if (request.signal.aborted) stream.end()
    return stream
  }

  /**
   * A client that starts after this ID misses no later event. Returns a different value each time.
   */
  get latestId(): string {
    if (!this.#isClosed) this.#start()
    return this.#encryptLatestId()
  }

  #encryptLatestId = () => this.#ids.encrypt(this.#buffer.latestId)

  async close() {
    this.#isClosed = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#throttle.stop()
    this.#cancelReload?.()
    for (const stream of this.#streams.keys()) stream.end()
    await this.#queue
    await this.#sharedLists.close()
  }

  #start() {
    if (this.#isClosed)
      throw new Refusal('unavailable', requestMessages.stopping(), { retryAfterSeconds: 5 })
    if (this.#unsubscribe.length > 0) return
    const { bus } = this.#ctx
    this.#unsubscribe = [
      bus.subscribeToAll((numbered) => this.#runSerialized(() => this.#handleEvent(numbered))),
      bus.subscribeToGaps(() => this.#runSerialized(() => this.#closeGap())),
    ]
    this.#runSerialized(() => this.#loadTrashedLibraries())
  }

  #requireCapacity({ userId }: Viewer) {
    const own = [...this.#streams.keys()].filter(({ viewer }) => viewer.userId === userId).length
    if (own >= maxStreamsPerUser) {
      const message = liveMessages.too_many_own({ count: own })
      throw new Refusal('too_many_requests', message, { retryAfterSeconds: 30 })
    }
    if (this.#isClosed || this.#streams.size >= this.#ctx.config.events.max_connections) {
      const message = liveMessages.too_many()
      throw new Refusal('unavailable', message, { retryAfterSeconds: 30 })
    }
    const heartbeatMs = this.#ctx.config.events.heartbeat_seconds * 1000
    this.#stopHeartbeats ??= repeat(this.#ctx.clock, heartbeatMs, () => this.#sendHeartbeats())
  }

  async #replay(stream: ClientConnection, lastEventId: string) {
    const id = this.#ids.decrypt(lastEventId)
    const all = id === undefined ? undefined : this.#buffer.listAfter(id)
    const events = all?.map(({ event }) => event) ?? []
    const marks = await loadMarksOfEvents(this.#ctx.db, events, [stream.viewer])
    const around = { trashed: this.#trashed, marks }
    const missed = all?.filter(({ event }) => canSeeEvent(event, stream.viewer, around))
    const bytes = missed?.reduce((sum, { frame }) => sum + frame.byteLength, 0) ?? Infinity
    // The client does not receive an event that hides a series from it, so it must reload.
    const isReloaded = stream.viewer.restrictions && events.some(changesVisibility)
    if (!missed || isReloaded || bytes > maxBufferedBytes / 2) return this.#sendResync(stream)
    for (const { frame } of missed) stream.send(frame)
  }

  /**
   * Makes the client reload, because it may show items that are now hidden, or lack visible ones.
   */
  #sendResync(stream: ClientConnection) {
    if (this.#streams.get(stream) !== nativeFormat) return
    const resync = { type: 'resync' as const, timestamp: this.#ctx.clock.now().toISOString() }
    stream.send(buildEventFrame(this.#encryptLatestId(), resync))
  }

  #reloadRestrictedSoon() {
    this.#cancelReload ??= this.#ctx.clock.after(reloadDelayMs, () => {
      this.#cancelReload = undefined
      for (const stream of this.#streams.keys()) {
        if (stream.viewer.restrictions) this.#sendResync(stream)
      }
    })
  }

  #removeStream(stream: ClientConnection) {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    this.#stopHeartbeats?.()
    this.#stopHeartbeats = undefined
  }

  #sendHeartbeats() {
    for (const stream of this.#streams.keys()) stream.send(heartbeatFrame)
    const now = this.#ctx.clock.now()
    if (now.getTime() - this.#checkedAt.getTime() < recheckIntervalMs) return
    this.#checkedAt = now
    this.#runSerialized(() => this.#recheckPermissions([...this.#streams.keys()]))
  }

  async #handleEvent({ id, event }: NumberedEvent) {
    // Clients never receive these events, which reveal that permissions or sessions changed.
    if (userChanged.matches(event)) return this.#recheckPermissions(this.#listStreamsOf(event))
    if (groupsChanged.matches(event)) {
      return this.#recheckPermissions(this.#listStreamsOf(event), { isReloaded: true })
    }
    if (accessChanged.matches(event)) return this.#recheckPermissions([...this.#streams.keys()])
    if (sharedListChanged.matches(event)) return this.#sharedLists.send(event)
    if (changesVisibility(event)) this.#reloadRestrictedSoon()
    if (changesLibraries(event)) await this.#loadTrashedLibraries()
    this.#buffer.addId(id)
    if (scanProgress.matches(event) && !this.#throttle.accept({ id, event })) return
    await this.#emit(id, event)
  }

  /** Makes clients reload what they show, because events may have been missed. */
  async #closeGap() {
    this.#buffer.forget()
    try {
      await this.#loadTrashedLibraries()
    } finally {
      // Rechecks even if loading failed because the database is unavailable again. Streams whose
      // user cannot be loaded are closed.
      await this.#recheckPermissions([...this.#streams.keys()], { isReloaded: true })
    }
  }

  #listStreamsOf({ userId }: { userId: string }) {
    return [...this.#streams.keys()].filter(({ viewer }) => viewer.userId === userId)
  }

  async #emit(id: number, event: DomainEvent) {
    const shownId = this.#ids.encrypt(String(id))
    const live = { event, frame: buildEventFrame(shownId, event) }
    if (String(id) === this.#buffer.latestId) this.#buffer.addWithLatestId(live)
    else this.#buffer.add(live)
    const viewers = [...this.#streams.keys()].map(({ viewer }) => viewer)
    const marks = await loadMarksOfEvents(this.#ctx.db, [event], viewers)
    const around = { trashed: this.#trashed, marks }
    const frames = new Map<EventFormat, Uint8Array | undefined>([[nativeFormat, live.frame]])
    for (const [stream, format] of this.#streams) {
      if (!frames.has(format)) frames.set(format, format.buildEventFrame(shownId, event))
      const frame = frames.get(format)
      if (frame && canSeeEvent(event, stream.viewer, around)) stream.send(frame)
    }
  }

  async #loadTrashedLibraries() {
    this.#trashed = await listTrashedLibraries(this.#ctx.db)
  }

  /**
   * Ends streams whose users have lost permission. `isReloaded` means that what the users can see
   * has changed even if their permissions have not.
   */
  async #recheckPermissions(streams: ClientConnection[], { isReloaded = false } = {}) {
    for (const stream of streams) {
      const viewer = await this.#findViewer(stream)
      if (!viewer?.permissions.has('libraries:read')) {
        stream.end()
        continue
      }
      const isSame = formatReach(viewer) === formatReach(stream.viewer)
      stream.viewer = viewer
      if (!isSame || isReloaded) this.#sendResync(stream)
    }
  }

  async #findViewer({ request: copy }: ClientConnection): Promise<Viewer | undefined> {
    try {
      return await identifyAgain(this.#ctx, copy)
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.#ctx.log.error({ err: error }, liveLogMessages.check_failed())
      }
      return undefined
    }
  }

  #runSerialized(task: () => Promise<void>) {
    this.#queue = this.#queue.then(task).catch((error: unknown) => {
      this.#ctx.log.error({ err: error }, liveLogMessages.publish_failed())
    })
  }
}
