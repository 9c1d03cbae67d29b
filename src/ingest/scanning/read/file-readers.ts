/** Client of the Workers that read book files. */
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { Fingerprint, QuickFingerprint } from '../../../media/reader/fingerprint'
import { analyzeWorkers, endWorker, type WorkerSource } from '../../../workers'
import type { FileState, ReadResponse, ReadRequest } from './analyze.worker'
import { type IdentifiedFile, IdentifiedFiles } from './identified-files'
import { readMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/**
 * `died`: the Worker crashed while reading this file. `endless`: reading exceeded the time limit.
 */
export type ReadResult =
  ReadResponse | { key: number; failed: 'died' | 'endless'; message: Message }

interface HashedFile extends FileState, Pick<Fingerprint, 'content'> {}

interface Task {
  request: ReadRequest
  resolve(result: ReadResult): void
  reject(error: Error): void
}

/** A Worker sends this after startup. A crash before that was not caused by a file. */
const readyMessage = 'ready'

const readyWorkers = new WeakSet<Worker>()

/** Minimum number of files per Worker: starting a Worker takes as long as reading a few files. */
const minShare = 3

export class FileReaders implements Disposable {
  readonly #workers: ReaderWorker[]
  readonly #identified = new IdentifiedFiles()

  constructor(count: number, timeoutMs: number, workers: WorkerSource = analyzeWorkers) {
    this.#workers = Array.from({ length: count }, () => new ReaderWorker(timeoutMs, workers))
  }

  /** Returns one result per file, in the same order. Rejects only if no Worker starts. */
  async read(files: readonly Pick<ReadRequest, 'key' | 'path'>[]): Promise<ReadResult[]> {
    return this.#send(
      files.map((file) => ({ ...file, identified: this.#identified.take(file.path) })),
    )
  }

  async #send(requests: readonly ReadRequest[]): Promise<ReadResult[]> {
    const sliceSize = Math.max(minShare, Math.ceil(requests.length / this.#workers.length))
    return Promise.all(
      splitIntoSlices(requests, sliceSize).flatMap((slice) =>
        this.#findFreestWorker().enqueue(slice),
      ),
    )
  }

  /**
   * Prefers the first of equally free Workers, so that a Worker that is rarely needed is not
   * started.
   */
  #findFreestWorker(): ReaderWorker {
    return this.#workers.reduce((free, worker) => (worker.waiting < free.waiting ? worker : free))
  }

  /**
   * Probes the identity of each file. Returns null for unreadable files. The data of the first
   * files is kept until they are read.
   */
  async probe(paths: readonly string[]): Promise<(Omit<QuickFingerprint, 'archive'> | null)[]> {
    const keeps = this.#identified.hasRoom
    const results = await this.#send(
      paths.map((path, key) => ({ key, path, only: 'quick', keeps })),
    )
    return results.map((result, i) => {
      if (!('quick' in result)) return null
      if (result.identified) this.#identified.keep(paths[i]!, result.identified)
      return result.quick
    })
  }

  /** Also keeps the data that a decoder has read from a probed file. */
  completeProbe(path: string, found: Omit<IdentifiedFile, 'version'>) {
    this.#identified.complete(path, found)
  }

  /** Hashes each file completely. Also returns the state of the file when it was hashed. */
  async hashFiles(paths: readonly string[]): Promise<(HashedFile | null)[]> {
    const results = await this.#send(paths.map((path, key) => ({ key, path, only: 'whole' })))
    return results.map((result) =>
      'whole' in result ? { ...result.file, content: result.whole.content } : null,
    )
  }

  /** Computes KOReader's document ID for each file. Returns null for unreadable files. */
  async hashDocuments(paths: readonly string[]) {
    const results = await this.#send(paths.map((path, key) => ({ key, path, only: 'document' })))
    return results.map((result) =>
      'document' in result ? { ...result.file, partialMd5: result.document } : null,
    )
  }

  [Symbol.dispose]() {
    for (const worker of this.#workers) worker.stop()
  }
}

/** One Worker and its queue. The first unanswered file is the one being read. */
class ReaderWorker {
  readonly #timeoutMs: number
  readonly #source: WorkerSource
  readonly #tasks: Task[] = []
  #worker: Worker | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  /** Aborted to remove this worker's listeners. */
  #listening = new AbortController()

  constructor(timeoutMs: number, source: WorkerSource) {
    this.#timeoutMs = timeoutMs
    this.#source = source
  }

  get waiting(): number {
    return this.#tasks.length
  }

  enqueue(requests: ReadRequest[]): Promise<ReadResult>[] {
    const results = requests.map((request) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
      this.#tasks.push({ request, resolve, reject })
      return promise
    })
    if (this.#isStopped) this.#failPending()
    if (this.#tasks.length === 0) return results
    this.#worker ??= this.#start()
    this.#worker.postMessage(requests)
    this.#restartTimer()
    return results
  }

  /** Stops permanently. Later requests fail without starting a new Worker. */
  stop() {
    this.#isStopped = true
    if (this.#worker && this.#tasks.length === 0 && readyWorkers.has(this.#worker)) {
      this.#listening.abort()
      this.#source.giveBack(this.#worker)
      this.#worker = undefined
    }
    this.#stopWorker()
    this.#failPending()
  }

  #failPending() {
    const failed = { failed: 'unreadable', message: readMessages.scan_ended() } as const
    for (const { request, resolve } of this.#tasks.splice(0))
      resolve({ key: request.key, ...failed })
  }

  #start() {
    const worker = this.#source.take()
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const onMessage = ({ data }: MessageEvent<ReadResponse | 'ready'>) => {
      if (data === readyMessage) readyWorkers.add(worker)
      else if (this.#worker === worker) this.#handleResponse(data)
    }
    const onCrash = (event: Event) => {
      event.preventDefault()
      if (this.#worker !== worker) return
      const cause = event instanceof ErrorEvent ? event.message : 'it exited without an error'
      if (readyWorkers.has(worker))
        this.#replaceWorker('died', readMessages.reader_crashed({ reason: cause }))
      else this.#rejectAll(new Error(`failed to start file reader: ${cause}`))
    }
    worker.addEventListener('message', onMessage, { signal })
    worker.addEventListener('error', onCrash, { signal })
    worker.addEventListener('close', onCrash, { signal })
    worker.unref()
    return worker
  }

  #handleResponse(response: ReadResponse) {
    this.#tasks.shift()?.resolve(response)
    this.#restartTimer()
  }

  /** Each file has its own time limit, starting when the previous file was finished. */
  #restartTimer() {
    clearTimeout(this.#timer)
    if (this.#tasks.length === 0) return
    this.#timer = setTimeout(
      () => this.#replaceWorker('endless', readMessages.timeout()),
      this.#timeoutMs,
    )
    this.#timer.unref()
  }

  /** Reports the current file as failed and passes the remaining files to a new Worker. */
  #replaceWorker(failed: 'died' | 'endless', message: Message) {
    this.#stopWorker()
    const suspect = this.#tasks.shift()
    suspect?.resolve({ key: suspect.request.key, failed, message })
    if (this.#tasks.length === 0) return
    this.#worker = this.#start()
    this.#worker.postMessage(this.#tasks.map(({ request }) => request))
    this.#restartTimer()
  }

  /** Rejects all tasks, because the Worker failed to start, which no file can have caused. */
  #rejectAll(error: Error) {
    this.#stopWorker()
    for (const { reject } of this.#tasks.splice(0)) reject(error)
  }

  #stopWorker() {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    if (worker) endWorker(worker, 'analyze')
  }
}
