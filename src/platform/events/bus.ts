/** Publishes events to the subscribers of every process of the installation. */
import { createTaskQueue } from '../db/transactions/task-queue'
import { findOutage } from '../lib/system-errors'
import type { Log } from '../log/log'
import type { DomainEvent, EventType, NumberedEvent } from './event'
import type { EventTransport } from './transport'
import { eventLogMessages } from './messages'

type Handler<Payload extends object> = (event: DomainEvent & Payload) => void | Promise<void>
type GapHandler = () => void | Promise<void>
type AnyHandler = (numbered: NumberedEvent) => void | Promise<void>

/**
 * How long an event is kept while the database is unavailable. Sending is retried every `resendMs`.
 */
const keepMs = 60_000
const resendMs = 500

export class Bus {
  readonly #transport: EventTransport
  readonly #log: Log
  readonly #localHandlers = new Map<string, Set<Handler<object>>>()
  readonly #handlers = new Set<AnyHandler>()
  readonly #gapHandlers = new Set<GapHandler>()
  /**
   * Sends one event at a time, because with several connections, a later event could overtake an
   * earlier one.
   */
  readonly #sendInTurn = createTaskQueue()
  #unlisten: (() => Promise<void>) | undefined
  #isClosed = false

  constructor(transport: EventTransport, log: Log) {
    this.#transport = transport
    this.#log = log
  }

  /** Starts delivering events from all processes. */
  async open() {
    this.#unlisten = await this.#transport.listen(
      (numbered) => this.#deliver(numbered),
      () => {
        for (const handler of this.#gapHandlers) this.#handle(async () => handler())
      },
    )
  }

  async close() {
    this.#isClosed = true
    await this.#unlisten?.()
    this.#handlers.clear()
    this.#gapHandlers.clear()
    this.#localHandlers.clear()
  }

  /**
   * Call this after the commit. Returns immediately. If a handler fails, the error is logged, and
   * the other handlers still run. A handler that fails because of a database outage runs again.
   */
  publish<Payload extends object>({ type }: EventType<Payload>, payload: NoInfer<Payload>) {
    const event: DomainEvent = { type, ...payload, timestamp: new Date().toISOString() }
    for (const handler of this.#localHandlers.get(type) ?? []) {
      this.#handle(async () => handler(event))
    }
    this.forward(event)
  }

  /**
   * Sends an event to the subscribers in all processes. Does not call the handlers of
   * `subscribeToOwn`, because the process that published the event has already called them.
   */
  forward(event: DomainEvent) {
    // Events of transactions committed just before an outage are published once the database is
    // available again.
    const send = this.#untilBack(() => this.#transport.send(event))
    void this.#guard(() => this.#sendInTurn(send))
  }

  #handle(task: () => Promise<void>) {
    void this.#guard(this.#untilBack(task))
  }

  /** Retries the task while the database is unavailable, until `keepMs` after this call. */
  #untilBack(task: () => Promise<void>) {
    const untilMs = performance.now() + keepMs
    return async () => {
      for (;;) {
        try {
          return await task()
        } catch (error) {
          const isAway = findOutage(error) === 'database_away'
          if (!isAway || this.#isClosed || performance.now() > untilMs) throw error
          await Bun.sleep(resendMs)
        }
      }
    }
  }

  /**
   * Receives events of one type from all processes, except those published while the connection to
   * the database is lost. Returns the unsubscribe function.
   */
  subscribe<Payload extends object>(eventType: EventType<Payload>, handler: Handler<Payload>) {
    return this.subscribeToAll(({ event }) =>
      eventType.matches(event) ? handler(event) : undefined,
    )
  }

  /** Like `subscribe`, for events of all types. */
  subscribeToAll(handler: AnyHandler) {
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  /**
   * Calls the handler when events may have been missed, including events of this process, so that
   * it can catch up. Returns the unsubscribe function.
   */
  subscribeToGaps(handler: GapHandler) {
    this.#gapHandlers.add(handler)
    return () => void this.#gapHandlers.delete(handler)
  }

  /**
   * Receives only events that this process publishes, so that each event is handled by a single
   * process.
   */
  subscribeToOwn<Payload extends object>({ type }: EventType<Payload>, handler: Handler<Payload>) {
    const handlers = this.#localHandlers.get(type) ?? new Set()
    this.#localHandlers.set(type, handlers.add(handler as Handler<object>))
    return () => void handlers.delete(handler as Handler<object>)
  }

  #deliver(numbered: NumberedEvent) {
    for (const handler of this.#handlers) this.#handle(async () => handler(numbered))
  }

  async #guard(task: () => Promise<unknown>) {
    try {
      await task()
    } catch (error) {
      this.#log.error({ err: error }, eventLogMessages.publish_failed())
    }
  }
}
