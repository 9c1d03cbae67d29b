/** Client of the Worker that watches the file system. One Worker serves all roots. */
import { endWorker, startWorker } from '../../workers'
import type { WatchMessage, WatchStatus, WatchOrder, WatchRequest } from './watch.worker'
import { watchingMessages } from './messages'

interface WatchedRoot {
  order: WatchOrder
  onMessage: (news: WatchStatus) => void
}

export class WatchClient {
  readonly #timeoutMs: number
  readonly #onFailure: (error: Error) => void
  readonly #roots = new Map<string, WatchedRoot>()
  /**
   * Roots to send to the Worker. They are sent one at a time, so that a hanging drive can be
   * identified.
   */
  #queue: string[] = []
  #pendingId: string | undefined
  #worker: Worker | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** A drive is considered unresponsive after `timeoutMs`. */
  constructor({ timeoutMs, failed }: { timeoutMs: number; failed: (error: Error) => void }) {
    this.#timeoutMs = timeoutMs
    this.#onFailure = failed
  }

  /**
   * The `watching` status may be reported repeatedly. Changes may have been missed before each
   * report.
   */
  watch(id: string, order: WatchOrder, onMessage: (news: WatchStatus) => void) {
    this.#roots.set(id, { order, onMessage })
    this.#queue.push(id)
    this.#sendNext()
  }

  unwatch(id: string) {
    this.#queue = this.#queue.filter((each) => each !== id)
    if (!this.#roots.delete(id)) return
    if (this.#pendingId === id) this.#pendingId = undefined
    if (this.#roots.size === 0) return this.#endWorker()
    this.#send({ unwatch: id })
    this.#sendNext()
  }

  stop() {
    this.#roots.clear()
    this.#queue = []
    this.#endWorker()
  }

  #sendNext() {
    if (this.#pendingId !== undefined) return
    const id = this.#queue.shift()
    const root = id === undefined ? undefined : this.#roots.get(id)
    if (id === undefined || !root) return
    this.#pendingId = id
    this.#worker ??= this.#start()
    this.#send({ watch: id, order: root.order })
    this.#restartTimer()
  }

  #start() {
    const worker = startWorker('watch')
    worker.unref()
    worker.addEventListener('message', ({ data }: MessageEvent<WatchMessage>) => {
      if (this.#worker === worker) this.#handleMessage(data)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (this.#worker !== worker) return
      this.#onFailure(new Error(`watch Worker crashed: ${event.message}`))
      const all = [...this.#roots.values()]
      this.stop()
      const status = { reason: watchingMessages.stopped(), isTemporary: true }
      for (const { onMessage } of all) onMessage(status)
    })
    return worker
  }

  #send(request: WatchRequest) {
    this.#worker?.postMessage(request)
  }

  #handleMessage(answer: WatchMessage) {
    this.#restartTimer()
    if ('isAlive' in answer) return
    const { id, status } = answer
    const root = this.#roots.get(id)
    if (!root) return
    if (typeof status === 'object') this.#roots.delete(id)
    if (status !== 'dirty' && this.#pendingId === id) this.#pendingId = undefined
    root.onMessage(status)
    this.#sendNext()
    if (this.#roots.size === 0) this.#endWorker()
  }

  /** The Worker sends heartbeats even if nothing changes. */
  #restartTimer() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#replaceWorker(), this.#timeoutMs)
    this.#timer.unref()
  }

  /** Abandons a hanging Worker and starts a new one that watches the other roots. */
  #replaceWorker() {
    const blockedId = this.#pendingId
    this.#endWorker()
    const root = blockedId === undefined ? undefined : this.#roots.get(blockedId)
    if (blockedId !== undefined) this.#roots.delete(blockedId)
    this.#queue = [...this.#roots.keys()]
    root?.onMessage({ reason: watchingMessages.not_responding(), isTemporary: false })
    this.#sendNext()
  }

  #endWorker() {
    clearTimeout(this.#timer)
    if (this.#worker) endWorker(this.#worker, 'watch')
    this.#worker = undefined
    this.#pendingId = undefined
  }
}
