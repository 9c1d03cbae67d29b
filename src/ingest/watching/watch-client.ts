/** Client of the Worker that watches the file system. One Worker serves all roots. */
import { type CancelTimer, type Clock, repeat } from '../../platform/lib/clock'
import { endWorker, startWorker } from '../../workers'
import type { WatchMessage, WatchStatus, WatchOrder, WatchRequest } from './watch.worker'
import { watchingMessages } from './messages'

interface WatchedRoot {
  order: WatchOrder
  onMessage: (news: WatchStatus) => void
}

interface WatchClientOptions {
  /** A drive is considered unresponsive after this time without an answer. */
  timeoutMs: number
  /** Interval at which all folders are checked for having been replaced. */
  checkIntervalMs: number
  failed: (error: Error) => void
}

export class WatchClient {
  readonly #clock: Clock
  readonly #options: WatchClientOptions
  readonly #roots = new Map<string, WatchedRoot>()
  /**
   * Roots to send to the Worker. They are sent one at a time, so that a hanging drive can be
   * identified.
   */
  #queue: string[] = []
  #pendingId: string | undefined
  #worker: Worker | undefined
  #stopChecks: CancelTimer | undefined
  /** Set while the Worker has not yet answered a request. */
  #cancelTimeout: CancelTimer | undefined
  #settling: (() => void)[] = []

  constructor(clock: Clock, options: WatchClientOptions) {
    this.#clock = clock
    this.#options = options
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

  /** Resolves when all changes that were made before this call have been reported. */
  async settled() {
    if (!this.#worker) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#settling.push(resolve)
    this.#ask({ settle: true })
    await promise
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
    this.#ask({ watch: id, order: root.order })
  }

  #start() {
    const worker = startWorker('watch')
    worker.unref()
    const { checkIntervalMs } = this.#options
    this.#stopChecks = repeat(this.#clock, checkIntervalMs, () => this.#ask({ check: true }))
    worker.addEventListener('message', ({ data }: MessageEvent<WatchMessage>) => {
      if (this.#worker === worker) this.#handleMessage(data)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (this.#worker !== worker) return
      this.#options.failed(new Error(`watch Worker crashed: ${event.message}`))
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

  /** Sends a request that the Worker answers, unless a drive hangs. */
  #ask(request: WatchRequest) {
    this.#send(request)
    const replace = () => this.#replaceWorker()
    this.#cancelTimeout ??= this.#clock.after(this.#options.timeoutMs, replace)
  }

  #handleMessage(answer: WatchMessage) {
    this.#cancelTimeout?.()
    this.#cancelTimeout = undefined
    if ('isSettled' in answer) this.#settling.shift()?.()
    if (!('id' in answer)) return
    const { id, status } = answer
    const root = this.#roots.get(id)
    if (!root) return
    if (typeof status === 'object') this.#roots.delete(id)
    if (status !== 'dirty' && this.#pendingId === id) this.#pendingId = undefined
    root.onMessage(status)
    this.#sendNext()
    if (this.#roots.size === 0) this.#endWorker()
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
    this.#stopChecks?.()
    this.#cancelTimeout?.()
    this.#stopChecks = this.#cancelTimeout = undefined
    if (this.#worker) endWorker(this.#worker, 'watch')
    this.#worker = undefined
    for (const resolve of this.#settling.splice(0)) resolve()
    this.#pendingId = undefined
  }
}
