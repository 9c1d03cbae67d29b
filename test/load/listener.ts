/** Follows the live events of one reader through the proxy, and reconnects as a browser does. */
import { readEventStream, type StreamedEvent } from '../support/event-stream'
import type { Reader } from './reader'
import type { RunRecord } from './run-record'

/** Of a server or proxy during an outage, and of one that wants a new access token. */
const toleratedStatuses = new Set([401, 502, 503, 504])

type Listening = Pick<Reader, 'name' | 'accessToken' | 'maySee'>

export class Listener {
  /** How often each new book was announced. */
  readonly arrivals = new Map<string, number>()
  /** Times in ms at which the server said that events may have been missed. */
  readonly resyncs: number[] = []
  received = 0
  connections = 0
  readonly #reader: Listening
  readonly #url: string
  readonly #record: RunRecord
  readonly #reconnectMs: number
  readonly #ids = new Set<string>()
  readonly #ending = new AbortController()
  #lastId = ''

  constructor(url: string, reader: Listening, record: RunRecord, { reconnectMs = 1_000 } = {}) {
    this.#url = url
    this.#reader = reader
    this.#record = record
    this.#reconnectMs = reconnectMs
  }

  async listen() {
    while (!this.#ending.signal.aborted) {
      // The server was killed, or the proxy lost it.
      await this.#connect().catch(() => undefined)
      if (!this.#ending.signal.aborted) await Bun.sleep(this.#reconnectMs)
    }
  }

  end() {
    this.#ending.abort()
  }

  async #connect() {
    const answer = await fetch(`${this.#url}/api/v1/events/stream`, {
      headers: {
        authorization: `Bearer ${this.#reader.accessToken}`,
        ...(this.#lastId && { 'last-event-id': this.#lastId }),
      },
      signal: this.#ending.signal,
    })
    const { name } = this.#reader
    const isRight = answer.ok || toleratedStatuses.has(answer.status)
    this.#record.check(isRight, () => `${name}: the event stream answered ${answer.status}`)
    if (!answer.ok || !answer.body) return
    this.connections++
    const events = readEventStream(answer.body, ({ message }) =>
      this.#record.addFault(`${name}: ${message}`),
    )
    for await (const { id, event } of events) this.#receive(id, event)
  }

  #receive(id: string, { type, bookId = '', libraryId }: StreamedEvent) {
    this.received++
    if (id) this.#lastId = id
    if (type === 'resync') {
      this.resyncs.push(Date.now())
      return
    }
    const name = this.#reader.name
    this.#record.check(!id || !this.#ids.has(id), () => `${name}: event ${type} came twice`)
    this.#ids.add(id)
    if (libraryId !== undefined)
      this.#record.check(this.#reader.maySee(libraryId), () => `${name}: heard of ${libraryId}`)
    if (type !== 'book_created') return
    const times = (this.arrivals.get(bookId) ?? 0) + 1
    this.arrivals.set(bookId, times)
    this.#record.check(times === 1, () => `${name}: book ${bookId} was announced ${times} times`)
  }
}
