import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Starts and terminates Workers. All Worker files are listed here: in the compiled executable they
 * are separate entry points next to `main`; in the source tree they belong to their modules.
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
 * Terminates a Worker. A Worker blocked in disk I/O cannot be terminated; terminate() would block
 * too.
 * It is released and terminated after its next message.
 */
export function endWorker(worker: Worker, name: WorkerName) {
  if (!isAnyBlocked(name)) {
    worker.terminate()
    return
  }
  worker.unref()
  worker.addEventListener('message', () => worker.terminate(), { once: true })
}

/** Provides Workers to users that need one Worker at a time, and takes them back afterwards. */
export interface WorkerSource {
  take(): Worker
  /** Call it only for an idle Worker without listeners from its user. */
  giveBack(worker: Worker): void
}

const idleMs = 10_000
const maxIdle = 4

/** Starting a Worker takes 50 ms of processor time, so idle ones serve the next user for a while. */
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

/** Workers for walking folders and reading files: each scan needs several. */
export const walkWorkers: WorkerSource = new IdleWorkers('walk')
export const analyzeWorkers: WorkerSource = new IdleWorkers('analyze')

const workerMark = 'QUIRE_JOB_WORKER'
const backgroundNiceness = 10

/**
 * This process runs jobs: its threads that read many files yield processor and disk to requests.
 */
export const markAsWorker = () => void (process.env[workerMark] = '1')

/**
 * Lowers the CPU and I/O priority of the calling thread in a worker process. Only Linux has thread
 * priorities; it derives the I/O priority from the CPU priority. The main thread keeps its own,
 * because it holds SQLite's write lock.
 */
export function lowerThreadPriority() {
  if (process.env[workerMark] === undefined || process.platform !== 'linux') return
  setPriority(backgroundNiceness)
}

const threads = '/proc/self/task'

/** True if a thread with this name is in uninterruptible I/O. Known on Linux only. */
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
