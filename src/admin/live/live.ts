/**
 * Live: tells those who look what happens, each only what they may see. It keeps a short memory for
 * clients that come back; what happened is announced by the rooms themselves.
 */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { DomainEvent, NumberedEvent } from '../../platform/events/event'
import { libraryCreated, libraryDeleted, libraryUpdated } from '../../catalog/libraries/model'
import { scanProgress } from '../../ingest/scanning/model'
import { identifyViewer } from '../../accounts/users/sign-in/identify'
import { userChanged, type Viewer } from '../../accounts/permissions/model'
import { canSeeLibrary } from '../../accounts/permissions/rights'
import { eventFrame, heartbeatFrame, openingFrame } from './frames'
import { Pace } from './pace'
import { findTrashedLibraries } from './queries'
import { type LiveEvent, Ring } from './ring'
import { maxBufferedBytes, Stream, streamHeaders } from './stream'
import { requestMessages } from '../../platform/messages/common'
import { liveMessages } from './messages'

const maxStreamsPerUser = 20
/** Sessions and tokens run out without anybody saying so. */
const lookAgainMs = 5 * 60_000

const opened = new WeakMap<Context['bus'], Live>()

/** The one of this app; it begins to listen when the first client asks for it. */
export function openLive(ctx: Context): Live {
  const live = opened.get(ctx.bus) ?? new Live(ctx)
  opened.set(ctx.bus, live)
  return live
}

/** Ends all streams, and lets none begin; before the server waits for its open requests. */
export const closeLive = (ctx: Context): Promise<void> => openLive(ctx).close()

export class Live {
  readonly #ctx: Context
  readonly #ring: Ring
  readonly #streams = new Set<Stream>()
  readonly #pace = new Pace(({ id, event }) => this.#emit(id, event))
  #trashed = new Set<string>()
  /** What is heard is told in the order in which it was heard. */
  #told: Promise<void> = Promise.resolve()
  #unsubscribe: (() => void) | undefined
  #heart: ReturnType<typeof setInterval> | undefined
  #lookedAt = Date.now()
  #closed = false

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#ring = new Ring(ctx.config.events.keep)
  }

  /** A stream of events for this viewer, from now on or from after `lastEventId`. */
  async listen(request: Request, viewer: Viewer, lastEventId: string | undefined) {
    this.#begin()
    await this.#told
    this.#refuseTooMany(viewer)
    const asked = new Request(request.url, { headers: request.headers })
    const stream = new Stream({ viewer, asked, ended: (ended) => this.#forget(ended) })
    this.#streams.add(stream)
    stream.send(openingFrame(this.#ring.latestId))
    if (lastEventId !== undefined) this.#catchUp(stream, lastEventId)
    request.signal.addEventListener('abort', () => stream.end(), { once: true })
    if (request.signal.aborted) stream.end()
    return new Response(stream.body, { headers: streamHeaders })
  }

  /** Whoever begins to listen after this id misses nothing of what happens from now on. */
  get latestId(): string {
    if (!this.#closed) this.#begin()
    return this.#ring.latestId
  }

  async close() {
    this.#closed = true
    this.#unsubscribe?.()
    this.#pace.stop()
    for (const stream of this.#streams) stream.end()
    await this.#told
  }

  #begin() {
    if (this.#closed)
      throw new Refusal('unavailable', requestMessages.stopping(), { retryAfterSeconds: 5 })
    if (this.#unsubscribe) return
    this.#unsubscribe = this.#ctx.bus.subscribeToAll((numbered) =>
      this.#inTurn(() => this.#hear(numbered)),
    )
    this.#inTurn(() => this.#readTrash())
  }

  #refuseTooMany({ userId }: Viewer) {
    const own = [...this.#streams].filter(({ viewer }) => viewer.userId === userId).length
    if (own >= maxStreamsPerUser) {
      const message = liveMessages.too_many_own({ count: own })
      throw new Refusal('too_many_requests', message, { retryAfterSeconds: 30 })
    }
    if (this.#closed || this.#streams.size >= this.#ctx.config.events.max_connections) {
      const message = liveMessages.too_many()
      throw new Refusal('unavailable', message, { retryAfterSeconds: 30 })
    }
    this.#heart ??= setInterval(
      () => this.#beat(),
      this.#ctx.config.events.heartbeat_seconds * 1000,
    ).unref()
  }

  #catchUp(stream: Stream, lastEventId: string) {
    const missed = this.#ring.after(lastEventId)?.filter((live) => this.#mayShow(live, stream))
    const bytes = missed?.reduce((sum, { frame }) => sum + frame.byteLength, 0) ?? Infinity
    if (!missed || bytes > maxBufferedBytes / 2) {
      const resync = { type: 'resync' as const, timestamp: this.#ctx.now().toISOString() }
      stream.send(eventFrame(this.#ring.latestId, resync))
      return
    }
    for (const { frame } of missed) stream.send(frame)
  }

  #forget(stream: Stream) {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#heart)
    this.#heart = undefined
  }

  #beat() {
    for (const stream of this.#streams) stream.send(heartbeatFrame)
    if (Date.now() - this.#lookedAt < lookAgainMs) return
    this.#lookedAt = Date.now()
    this.#inTurn(() => this.#lookAgain([...this.#streams]))
  }

  // Telling

  async #hear({ id, event }: NumberedEvent) {
    // Never shown to clients: it says that permissions or sessions changed.
    if (userChanged.matches(event)) {
      const { userId } = event
      return this.#lookAgain([...this.#streams].filter(({ viewer }) => viewer.userId === userId))
    }
    if (changesLibraries(event)) await this.#readTrash()
    this.#ring.hear(id)
    if (scanProgress.matches(event) && !this.#pace.admits({ id, event })) return
    this.#emit(id, event)
  }

  #emit(id: number, event: DomainEvent) {
    const live = { event, frame: eventFrame(id, event) }
    if (String(id) === this.#ring.latestId) this.#ring.addHeard(live)
    else this.#ring.add(live)
    for (const stream of this.#streams) {
      if (this.#mayShow(live, stream)) stream.send(live.frame)
    }
  }

  #mayShow({ event }: LiveEvent, { viewer }: Stream): boolean {
    const { libraryId, userId } = event
    if (userId !== undefined) return userId === viewer.userId
    if (libraryId === undefined || !canSeeLibrary(viewer, libraryId)) return false
    return libraryDeleted.matches(event) || !this.#trashed.has(libraryId)
  }

  async #readTrash() {
    this.#trashed = await findTrashedLibraries(this.#ctx.db)
  }

  /** Rights may have changed: whoever may not listen any more hears nothing from here on. */
  async #lookAgain(streams: Stream[]) {
    for (const stream of streams) {
      const viewer = await this.#findViewer(stream)
      if (viewer?.permissions.has('libraries:read')) stream.viewer = viewer
      else stream.end()
    }
  }

  async #findViewer({ asked }: Stream): Promise<Viewer | undefined> {
    try {
      return await identifyViewer(this.#ctx, asked)
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.#ctx.log.error({ err: error }, 'it could not be found out who listens for events')
      }
      return undefined
    }
  }

  #inTurn(task: () => Promise<void>) {
    this.#told = this.#told.then(task).catch((error: unknown) => {
      this.#ctx.log.error({ err: error }, 'an event could not be told')
    })
  }
}

const changesLibraries = (event: DomainEvent) =>
  [libraryCreated, libraryUpdated, libraryDeleted].some(({ matches }) => matches(event))
