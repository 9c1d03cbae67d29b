/**
 * Checkpoints of the write-ahead log. During bulk writes, a Worker runs them. At other times, the
 * writing connection runs them.
 */
import type { Database } from 'bun:sqlite'
import { startWorker } from '../../../workers'
import type { LogState } from './sqlite-checkpoint.worker'

const idleMs = 30_000
/** SQLite's default for `wal_autocheckpoint`. */
const autoCheckpointPages = 1000
/**
 * If the log exceeds 32 MiB, bulk writes wait for a checkpoint. The log restarts only after a
 * complete checkpoint, which never happens while a process writes without pausing.
 */
const longLogPages = 8192

export class BulkCheckpoints {
  readonly #path: string
  readonly #writer: Database
  #worker: Worker | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #isLeftToOther = false
  /**
   * Number of pages in the log according to the Worker's last report. 0 if there is no report since
   * `#catchUp` or `stop`.
   */
  #pages = 0
  #caughtUp: PromiseWithResolvers<void> | undefined

  constructor(path: string, writer: Database) {
    this.#path = path
    this.#writer = writer
  }

  /** Call this before each bulk write. Waits for a checkpoint if the log is long. */
  async prepare() {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.stop(), idleMs)
    this.#idle.unref()
    if (this.#isLeftToOther) return
    this.#worker ??= this.#start()
    if (this.#pages > longLogPages) await this.#catchUp(this.#worker)
  }

  /** If `toOtherProcess` is true, another process runs the checkpoints until the next call. */
  leave(toOtherProcess: boolean) {
    this.stop()
    this.#isLeftToOther = toOtherProcess
    this.#writer.run(`pragma wal_autocheckpoint = ${toOtherProcess ? 0 : autoCheckpointPages}`)
  }

  stop() {
    clearTimeout(this.#idle)
    this.#caughtUp?.resolve()
    this.#pages = 0
    if (!this.#worker) return
    this.#worker.terminate()
    this.#worker = undefined
    this.#writer.run(`pragma wal_autocheckpoint = ${autoCheckpointPages}`)
  }

  #start() {
    this.#writer.run('pragma wal_autocheckpoint = 0')
    const worker = startWorker('sqlite-checkpoint')
    worker.onerror = () => this.stop()
    worker.onmessage = ({ data }: MessageEvent<LogState>) => {
      this.#pages = data.pages
      if (data.isAnswer) this.#caughtUp?.resolve()
    }
    worker.postMessage({ open: this.#path })
    worker.unref()
    return worker
  }

  /**
   * Runs a checkpoint while this process does not write. A slow reader may prevent it from reaching
   * the end of the log.
   */
  async #catchUp(worker: Worker) {
    this.#caughtUp = Promise.withResolvers()
    // Without `ref`, a process that is waiting for nothing else would exit.
    worker.ref()
    worker.postMessage('checkpoint')
    await this.#caughtUp.promise
    worker.unref()
    this.#caughtUp = undefined
    this.#pages = 0
  }
}
