import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * All Worker files. They are listed here, because they are separate entry points next to `main` in
 * the compiled executable, whereas in the source tree they belong to their modules.
 */
const files = {
  'sqlite-reader': './platform/db/sqlite/sqlite-reader.worker.ts',
  'sqlite-checkpoint': './platform/db/sqlite/sqlite-checkpoint.worker.ts',
  'sqlite-upkeep': './platform/db/sqlite/sqlite-upkeep.worker.ts',
  walk: './ingest/scanning/walk/walk.worker.ts',
  analyze: './ingest/scanning/read/analyze.worker.ts',
  watch: './ingest/watching/watch.worker.ts',
  locate: './catalog/books/files/locate.worker.ts',
  kepub: './protocols/kobo/files/kepub.worker.ts',
  disk: './catalog/libraries/folders/disk.worker.ts',
} as const

export type WorkerName = keyof typeof files

export const startWorker = (name: WorkerName, options: WorkerOptions = {}) =>
  new Worker(new URL(files[name], import.meta.url).href, { ...options, name })

/**
 * Terminates a Worker. If a Worker with this name is blocked in disk I/O, terminate() could block
 * as well, so the Worker is unreferenced and terminated after its next message.
 */
export function endWorker(worker: Worker, name: WorkerName) {
  if (!isAnyBlocked(name)) {
    worker.terminate()
    return
  }
  worker.unref()
  worker.addEventListener('message', () => worker.terminate(), { once: true })
}

/** Lends Workers to callers that need one at a time, and takes them back. */
export interface WorkerSource {
  take(): Worker
  /** Call this only for an idle Worker from which all listeners have been removed. */
  giveBack(worker: Worker): void
}

const idleMs = 10_000
const maxIdle = 4

/**
 * Starting a Worker takes 50 ms of processor time, so idle Workers are kept for `idleMs` and given
 * to the next caller.
 */
class IdleWorkers implements WorkerSource {
  readonly #name: WorkerName
  readonly #idle = new Map<Worker, () => void>()

  constructor(name: WorkerName) {
    this.#name = name
  }

  take(): Worker {
    for (const [worker, stopWaiting] of this.#idle) {
      stopWaiting()
      return worker
    }
    return startWorker(this.#name)
  }

  giveBack(worker: Worker) {
    if (this.#idle.size >= maxIdle) {
      endWorker(worker, this.#name)
      return
    }
    const listening = new AbortController()
    const stopWaiting = () => {
      clearTimeout(timer)
      listening.abort()
      this.#idle.delete(worker)
    }
    const end = () => {
      stopWaiting()
      endWorker(worker, this.#name)
    }
    const timer = setTimeout(end, idleMs)
    timer.unref()
    worker.unref()
    worker.addEventListener('close', stopWaiting, { signal: listening.signal })
    this.#idle.set(worker, stopWaiting)
  }
}

/** Workers that walk folders and read files. Each scan needs several. */
export const walkWorkers: WorkerSource = new IdleWorkers('walk')
export const analyzeWorkers: WorkerSource = new IdleWorkers('analyze')

const workerMark = 'QUIRE_JOB_WORKER'
const backgroundNiceness = 10

/**
 * Marks this process as one that runs jobs. Its threads that read many files then yield processor
 * and disk to requests.
 */
export const markAsWorker = () => void (process.env[workerMark] = '1')

/**
 * Lowers the CPU and I/O priority of the calling thread in a worker process. Only Linux supports
 * priorities for threads, and it derives the I/O priority from the CPU priority. The main thread
 * keeps its priority, because it holds SQLite's write lock.
 */
export function lowerThreadPriority() {
  if (process.env[workerMark] === undefined || process.platform !== 'linux') return
  lowerPriority()
}

/**
 * Lowers the priority of the calling thread on Linux, and of the whole process elsewhere. Keeps a
 * priority that is already lower, for example because of `nice` or `Nice=`: only root could raise
 * it.
 */
export function lowerPriority() {
  if (getPriority() < backgroundNiceness) setPriority(backgroundNiceness)
}

const threads = '/proc/self/task'

/** True if a thread with this name is blocked in uninterruptible I/O. Known only on Linux. */
function isAnyBlocked(name: WorkerName): boolean {
  if (!existsSync(threads)) return false
  return readdirSync(threads).some((id) => readThreadStat(id).includes(`(${name}) D `))
}

/** Returns '' if the thread has ended. */
function readThreadStat(id: string): string {
  try {
    return readFileSync(`${threads}/${id}/stat`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
