/** The main thread's end of the Worker that listens to the file system: one for all roots. */
import { endWorker, startWorker } from '../../workers'
import type { WatchAnswer, WatchNews, WatchOrder, WatchRequest } from './watch.worker'

interface Heard {
  order: WatchOrder
  hear: (news: WatchNews) => void
}

const hangs = 'The drive does not answer.'
const broke = 'Watching broke down.'

export class Listener {
  readonly #patienceMs: number
  readonly #failed: (error: Error) => void
  readonly #roots = new Map<string, Heard>()
  /** Roots that are yet to be told to the Worker: one after the other, so that one that hangs is known. */
  #waiting: string[] = []
  #asked: string | undefined
  #worker: Worker | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** After `patienceMs` without an answer a drive counts as one that hangs. */
  constructor({ patienceMs, failed }: { patienceMs: number; failed: (error: Error) => void }) {
    this.#patienceMs = patienceMs
    this.#failed = failed
  }

  /** `watching` can be told again and again: each time, what happened before may have gone unheard. */
  listen(id: string, order: WatchOrder, hear: (news: WatchNews) => void) {
    this.#roots.set(id, { order, hear })
    this.#waiting.push(id)
    this.#next()
  }

  forget(id: string) {
    this.#waiting = this.#waiting.filter((each) => each !== id)
    if (!this.#roots.delete(id)) return
    if (this.#asked === id) this.#asked = undefined
    if (this.#roots.size === 0) return this.#endWorker()
    this.#send({ forget: id })
    this.#next()
  }

  stop() {
    this.#roots.clear()
    this.#waiting = []
    this.#endWorker()
  }

  #next() {
    if (this.#asked !== undefined) return
    const id = this.#waiting.shift()
    const root = id === undefined ? undefined : this.#roots.get(id)
    if (id === undefined || !root) return
    this.#asked = id
    this.#worker ??= this.#start()
    this.#send({ watch: id, order: root.order })
    this.#wait()
  }

  #start() {
    const worker = startWorker('watch')
    worker.unref()
    worker.addEventListener('message', ({ data }: MessageEvent<WatchAnswer>) => {
      if (this.#worker === worker) this.#hear(data)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (this.#worker !== worker) return
      this.#failed(new Error(`the Worker that watches ended: ${event.message}`))
      const all = [...this.#roots.values()]
      this.stop()
      for (const { hear } of all) hear({ unfit: broke, mayPass: true })
    })
    return worker
  }

  #send(request: WatchRequest) {
    this.#worker?.postMessage(request)
  }

  #hear(answer: WatchAnswer) {
    this.#wait()
    if ('isAlive' in answer) return
    const { of: id, news } = answer
    const root = this.#roots.get(id)
    if (!root) return
    if (typeof news === 'object') this.#roots.delete(id)
    if (news !== 'dirty' && this.#asked === id) this.#asked = undefined
    root.hear(news)
    this.#next()
    if (this.#roots.size === 0) this.#endWorker()
  }

  /** It speaks now and then even if nothing happens. */
  #wait() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#beginAnew(), this.#patienceMs)
    this.#timer.unref()
  }

  /** A Worker that hangs is left behind; the others are heard by a new one. */
  #beginAnew() {
    const culprit = this.#asked
    this.#endWorker()
    const root = culprit === undefined ? undefined : this.#roots.get(culprit)
    if (culprit !== undefined) this.#roots.delete(culprit)
    this.#waiting = [...this.#roots.keys()]
    root?.hear({ unfit: hangs, mayPass: false })
    this.#next()
  }

  #endWorker() {
    clearTimeout(this.#timer)
    if (this.#worker) endWorker(this.#worker, 'watch')
    this.#worker = undefined
    this.#asked = undefined
  }
}
