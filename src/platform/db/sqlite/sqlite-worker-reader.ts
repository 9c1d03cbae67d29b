/** Runs read statements in a Worker, with a deadline: the `heavy` part of a SQLite store. */
import { Refusal } from '../../../errors'
import { startWorker } from '../../../workers'
import { createAsyncHandle, type Query } from './sqlite-async-handle'
import type { ReadAnswer } from './sqlite-reader.worker'
import type { Db } from '../store'
import { requestMessages } from '../../messages/common'

const deadlineMs = 15_000
/** A Worker uses memory, so it is terminated after this time without queries. */
const idleMs = 60_000

interface PendingQuery {
  resolve(rows: unknown[]): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}

export function openWorkerReader(path: string): { db: Db; close(): void } {
  const reader = new WorkerReader(path)
  const db = createAsyncHandle<Db>((question) => reader.ask(question))
  return { db, close: () => reader.close() }
}

class WorkerReader {
  readonly #path: string
  readonly #waiting = new Map<number, PendingQuery>()
  #worker: Worker | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #lastId = 0

  constructor(path: string) {
    this.#path = path
  }

  ask(question: Query): Promise<unknown[]> {
    const worker = (this.#worker ??= this.#start())
    clearTimeout(this.#idle)
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const timer = setTimeout(() => this.#replace(), deadlineMs)
    this.#waiting.set(id, { resolve, reject, timer })
    worker.postMessage({ id, ...question })
    return promise
  }

  close() {
    clearTimeout(this.#idle)
    this.#fail(new Refusal('unavailable', requestMessages.stopping()))
  }

  #start() {
    const worker = startWorker('sqlite-reader')
    worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => this.#settle(data)
    worker.onerror = (event) =>
      this.#fail(new Error(`database reader Worker crashed:  ${event.message}`))
    worker.postMessage({ open: this.#path })
    worker.unref()
    return worker
  }

  #settle(answer: ReadAnswer) {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    this.#waiting.delete(answer.id)
    clearTimeout(waiting.timer)
    if ('rows' in answer) waiting.resolve(answer.rows)
    else waiting.reject(new Error(answer.error))
    if (this.#waiting.size === 0) {
      this.#idle = setTimeout(() => this.#stop(), idleMs)
      this.#idle.unref()
    }
  }

  /**
   * A statement cannot be interrupted while it runs, so the Worker is terminated together with all
   * pending queries.
   */
  #replace() {
    this.#fail(new Refusal('unavailable', requestMessages.timeout()))
  }

  #fail(error: Error) {
    this.#stop()
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#waiting.clear()
  }

  #stop() {
    this.#worker?.terminate()
    this.#worker = undefined
  }
}
