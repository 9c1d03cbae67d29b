/** Client of the Worker that walks roots. */
import { endWorker, walkWorkers } from '../../../workers'
import type { FoundSidecar } from './find-sidecars'
import type { ReadSidecar } from './read-sidecars'
import { OrderedDelivery } from '../../../platform/lib/async/ordered-delivery'
import type { SeenFile, startWalk, WalkResult } from './walk'
import type { FileBatch, FoundPart, WalkOptions } from './tree-walker'
import type { WalkResponse, WalkRequest } from './walk.worker'

const endedMessage = 'the walk was stopped'

interface PendingRequest {
  onResponse(answer: WalkResponse): void
  onFailure(error: Error): void
}

/** The disk did not respond within the time limit. */
export class DiskNotResponding extends Error {
  override name = 'DiskNotResponding'
}

/** Allows for a disk that has to spin up, or a network folder with a hundred thousand files. */
const defaultTimeoutMs = 120_000

/**
 * Workers blocked on unresponsive disks, keyed by root, so that each root blocks at most the
 * Workers of a single walk.
 */
const blockedWorkers = new Map<string, Set<Worker>>()

/**
 * Handles one request at a time in a Worker. Walks of large trees use a second Worker. A walk that
 * blocks on an unresponsive drive is abandoned.
 */
export class WalkClient implements Disposable {
  readonly #timeoutMs: number
  #worker: Worker
  #pending: PendingRequest | undefined
  /** Aborted to remove this client's listeners. */
  #listening = new AbortController()
  #isDisposed = false
  /** Walks part of the folders of a large tree. */
  #helper: WalkClient | undefined

  constructor(timeoutMs = defaultTimeoutMs) {
    this.#timeoutMs = timeoutMs
    this.#worker = this.#start()
  }

  #start(): Worker {
    const worker = walkWorkers.take()
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const onMessage = ({ data }: MessageEvent<WalkResponse>) => {
      if (worker === this.#worker) this.#pending?.onResponse(data)
    }
    const onError = (event: ErrorEvent) => {
      event.preventDefault()
      if (worker === this.#worker)
        this.#fail(new Error(`folder walk Worker crashed: ${event.message}`))
    }
    const onClose = () => {
      if (worker === this.#worker) this.#end()
    }
    worker.addEventListener('message', onMessage, { signal })
    worker.addEventListener('error', onError, { signal })
    worker.addEventListener('close', onClose, { signal })
    worker.unref()
    return worker
  }

  /** Large trees are walked by two Workers. Batches arrive in the order of the folders. */
  async walk(options: WalkOptions, deliver: (batch: FileBatch) => void): Promise<WalkResult> {
    const started = await this.#request<ReturnType<typeof startWalk>>(
      options.root,
      { startWalk: options },
      (answer, done) => {
        if ('batch' in answer) deliver(answer.batch)
        if ('started' in answer) done(answer.started)
      },
    )
    if ('problem' in started) return started
    const parts = await this.#walkParts(options, started.parts, deliver)
    return this.#request<WalkResult>(
      options.root,
      { finishWalk: options, started, parts },
      (answer, done) => {
        if ('result' in answer) done(answer.result)
      },
    )
  }

  async #walkParts(
    options: WalkOptions,
    parts: readonly string[][],
    deliver: (batch: FileBatch) => void,
  ): Promise<FoundPart[]> {
    const found: FoundPart[] = []
    const ordered = new OrderedDelivery(deliver)
    let next = 0
    const work = async (client: WalkClient) => {
      while (next < parts.length) {
        const index = next++
        const toPart = (batch: FileBatch) => ordered.add(index, batch)
        found[index] = await client.#walkPart(options, parts[index]!, toPart)
        ordered.finish(index)
      }
    }
    if (parts.length > 1) this.#helper ??= new WalkClient(this.#timeoutMs)
    const clients = parts.length > 1 ? [this, this.#helper!] : [this]
    const ends = await Promise.allSettled(
      clients.map((client) =>
        work(client).finally(() => {
          // After a failure, the other Worker starts no more parts.
          next = parts.length
        }),
      ),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return found
  }

  #walkPart(options: WalkOptions, folders: string[], deliver: (batch: FileBatch) => void) {
    return this.#request<FoundPart>(
      options.root,
      { walkPart: options, folders },
      (answer, done) => {
        if ('batch' in answer) deliver(answer.batch)
        if ('part' in answer) done(answer.part)
      },
    )
  }

  /** Walks without delivering batches. */
  async summarize(options: WalkOptions): Promise<WalkResult> {
    return this.#request<WalkResult>(options.root, { summarize: options }, (answer, done) => {
      if ('result' in answer) done(answer.result)
    })
  }

  /** Returns the paths that are definitely missing. Returns none if the disk does not respond. */
  async findMissingFiles(
    options: WalkOptions,
    device: string | undefined,
    paths: string[],
  ): Promise<string[]> {
    return this.#requestPaths(options.root, { findMissingFiles: options, device, paths }, [])
  }

  /**
   * Returns the files that are still being written. Returns all of them if the disk does not
   * respond.
   */
  async findGrowingFiles(root: string, files: SeenFile[], waitMs: number): Promise<string[]> {
    const all = files.map(({ path }) => path)
    return this.#requestPaths(root, { findGrowingFiles: files, root, waitMs }, all)
  }

  /** Returns contents in the order of the files. */
  async readSidecars(root: string, files: FoundSidecar[]): Promise<ReadSidecar[]> {
    return this.#request<ReadSidecar[]>(root, { readSidecars: files, root }, (answer, done) => {
      if ('sidecars' in answer) done(answer.sidecars)
    })
  }

  [Symbol.dispose]() {
    if (this.#isDisposed) return
    if (this.#pending) {
      this.#end()
      return
    }
    this.#isDisposed = true
    this.#helper?.[Symbol.dispose]()
    this.#listening.abort()
    walkWorkers.giveBack(this.#worker)
  }

  #end() {
    this.#isDisposed = true
    this.#helper?.[Symbol.dispose]()
    endWorker(this.#worker, 'walk')
    this.#fail(new Error(endedMessage))
  }

  async #requestPaths(root: string, request: WalkRequest, whenBlocked: string[]) {
    try {
      return await this.#request<string[]>(root, request, (answer, done) => {
        if ('paths' in answer) done(answer.paths)
      })
    } catch (error) {
      if (error instanceof DiskNotResponding) return whenBlocked
      throw error
    }
  }

  async #request<Answer>(
    root: string,
    request: WalkRequest,
    onResponse: (answer: WalkResponse, done: (answer: Answer) => void) => void,
  ): Promise<Answer> {
    // A terminated Worker never responds.
    if (this.#isDisposed) throw new Error(endedMessage)
    if (blockedWorkers.has(root)) throw new DiskNotResponding('the disk is still not responding')
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => this.#abandonWorker(root), this.#timeoutMs)
    const handleResponse = (answer: WalkResponse) => {
      timer.refresh()
      onResponse(answer, resolve)
    }
    this.#pending = { onResponse: handleResponse, onFailure: reject }
    this.#worker.postMessage(request)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#pending = undefined
    })
  }

  /** The blocked Worker keeps waiting. Once the disk responds, the root can be requested again. */
  #abandonWorker(root: string) {
    const blockedWorker = this.#worker
    const blocked = blockedWorkers.get(root) ?? new Set()
    blockedWorkers.set(root, blocked.add(blockedWorker))
    const onRecovery = () => {
      blocked.delete(blockedWorker)
      if (blocked.size === 0) blockedWorkers.delete(root)
      blockedWorker.terminate()
    }
    blockedWorker.addEventListener('message', onRecovery, { once: true })
    this.#worker = this.#start()
    this.#fail(new DiskNotResponding('the disk is not responding'))
  }

  #fail(error: Error) {
    this.#pending?.onFailure(error)
  }
}
