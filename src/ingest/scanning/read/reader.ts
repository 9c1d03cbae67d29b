/** The main thread's end of the Workers that read book files. */
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { Evidence, Glance } from '../../../media/reader/evidence'
import { endWorker, startWorker } from '../../../workers'
import type { FileState, ReadAnswer, ReadOrder } from './analyze.worker'
import { readMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/** `died`: the Worker ended while it had this file in its hands; `endless`: it took far too long. */
export type ReadResult = ReadAnswer | { key: number; failed: 'died' | 'endless'; message: Message }

interface Whole extends FileState, Pick<Evidence, 'content'> {}

interface Task {
  order: ReadOrder
  resolve(result: ReadResult): void
  reject(error: Error): void
}

/** What a Worker says when it has come up: whoever dies before that dies of no file. */
const readyToRead = 'ready'

export class Readers implements Disposable {
  readonly #lanes: Lane[]
  #next = 0

  constructor(
    count: number,
    timeoutMs: number,
    start: () => Worker = () => startWorker('analyze'),
  ) {
    this.#lanes = Array.from({ length: count }, () => new Lane(timeoutMs, start))
  }

  /** A result for every file, in the same order. Fails only when no reader comes up at all. */
  async read(orders: readonly ReadOrder[]): Promise<ReadResult[]> {
    const share = Math.ceil(orders.length / this.#lanes.length)
    const tasks: Promise<ReadResult>[] = []
    for (const slice of splitIntoSlices(orders, share)) {
      const lane = this.#lanes[this.#next++ % this.#lanes.length]!
      tasks.push(...lane.take(slice))
    }
    return Promise.all(tasks)
  }

  /** What a quick look tells of whose file each of these is; null where it cannot be read. */
  async glance(paths: readonly string[]): Promise<(Glance | null)[]> {
    const results = await this.read(paths.map((path, key) => ({ key, path, only: 'glance' })))
    return results.map((result) => ('glance' in result ? result.glance : null))
  }

  /** The same by every byte of them, and of which file that is true. */
  async readWhole(paths: readonly string[]): Promise<(Whole | null)[]> {
    const results = await this.read(paths.map((path, key) => ({ key, path, only: 'whole' })))
    return results.map((result) =>
      'whole' in result ? { ...result.file, content: result.whole.content } : null,
    )
  }

  [Symbol.dispose]() {
    for (const lane of this.#lanes) lane.end()
  }
}

/** One Worker and the files it was given; the first that is not answered is the one it reads. */
class Lane {
  readonly #timeoutMs: number
  readonly #startWorker: () => Worker
  readonly #tasks: Task[] = []
  #worker: Worker | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(timeoutMs: number, start: () => Worker) {
    this.#timeoutMs = timeoutMs
    this.#startWorker = start
  }

  take(orders: ReadOrder[]): Promise<ReadResult>[] {
    const results = orders.map((order) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
      this.#tasks.push({ order, resolve, reject })
      return promise
    })
    if (this.#isOver) this.#dismiss()
    if (this.#tasks.length === 0) return results
    this.#worker ??= this.#start()
    this.#worker.postMessage(orders)
    this.#watch()
    return results
  }

  /** For good: whatever is asked later gets the same answer, and no new Worker. */
  end() {
    this.#isOver = true
    this.#stop()
    this.#dismiss()
  }

  #dismiss() {
    const failed = { failed: 'unreadable', message: readMessages.scan_ended() } as const
    for (const { order, resolve } of this.#tasks.splice(0)) resolve({ key: order.key, ...failed })
  }

  #start() {
    const worker = this.#startWorker()
    let isReady = false
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer | 'ready'>) => {
      if (data === readyToRead) isReady = true
      else if (this.#worker === worker) this.#answered(data)
    })
    const died = (event: Event) => {
      event.preventDefault()
      if (this.#worker !== worker) return
      const cause = event instanceof ErrorEvent ? event.message : 'it ended without a word'
      if (isReady) this.#replace('died', readMessages.reader_crashed({ reason: cause }))
      else this.#giveUp(new Error(`book files cannot be read: ${cause}`))
    }
    worker.addEventListener('error', died)
    worker.addEventListener('close', died)
    worker.unref()
    return worker
  }

  #answered(answer: ReadAnswer) {
    this.#tasks.shift()?.resolve(answer)
    this.#watch()
  }

  /** Each file has its own time, counted from when the one before it was done. */
  #watch() {
    clearTimeout(this.#timer)
    if (this.#tasks.length === 0) return
    this.#timer = setTimeout(
      () => this.#replace('endless', readMessages.timeout()),
      this.#timeoutMs,
    )
    this.#timer.unref()
  }

  /** The file in its hands is to blame; the others go to a new Worker. */
  #replace(failed: 'died' | 'endless', message: Message) {
    this.#stop()
    const guilty = this.#tasks.shift()
    guilty?.resolve({ key: guilty.order.key, failed, message })
    if (this.#tasks.length === 0) return
    this.#worker = this.#start()
    this.#worker.postMessage(this.#tasks.map(({ order }) => order))
    this.#watch()
  }

  /** A fault of ours or of the machine: none of the files has anything to do with it. */
  #giveUp(error: Error) {
    this.#stop()
    for (const { reject } of this.#tasks.splice(0)) reject(error)
  }

  #stop() {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    if (worker) endWorker(worker, 'analyze')
  }
}
