/**
 * The queue of a server. It does not run jobs itself but starts a worker process when there are
 * jobs. The worker exits when it has been idle for some time.
 */
import type { Config } from '../../config/model'
import { writeBlockedChannel, writeTurnChannel } from '../../db/sqlite/sqlite-write-turns'
import type { Store } from '../../db/store'
import type { DomainEvent } from '../../events/event'
import { type CancelTimer, type Clock, repeat } from '../../lib/clock'
import type { Log } from '../../log/log'
import { addMeasurements } from '../../metrics/forward-measurements'
import { jobChannel, JobQueue } from '../job-queue'
import { Outcomes } from '../outcomes'
import * as queries from '../queries'
import { SuspectJobs } from './suspect-jobs'
import { type WorkerExit, WorkerProcess, type WorkerProcessOptions } from './worker-process'
import { jobLogMessages } from '../messages'

const pollMs = 5_000
const firstRestartMs = 200
const longestRestartMs = 30_000
/**
 * A worker that does not respond for this long is considered frozen. Workers renew their leases
 * more often than this.
 */
const defaultSilenceMs = 60_000
/**
 * Additional time to respond, in case this process was suspended and could not read the first
 * response.
 */
const lastAnswerMs = 2_000

export interface SupervisorOptions {
  clock?: Clock
  config: Config
  /** False if only other processes run jobs. */
  isEnabled: boolean
  /**
   * True if no other process runs jobs from this database. A job that is marked as running at
   * startup is then not running.
   */
  isAlone: boolean
  /** Delivers an event from the worker to all subscribers. */
  forwardEvent: (event: DomainEvent) => void
  /** Receives formatted log lines from the worker. */
  writeLine: (line: string) => void
  command?: WorkerProcessOptions['command']
}

export class WorkerSupervisor extends JobQueue {
  readonly #options: SupervisorOptions
  readonly #outcomes: Outcomes
  readonly #suspects = new SuspectJobs()
  #worker: WorkerProcess | undefined
  #exitHandled: Promise<void> | undefined
  #restartMs = firstRestartMs
  #cancelRestart: CancelTimer | undefined
  #stopPolling: CancelTimer | undefined
  #unlisten: (() => Promise<void>)[] = []
  #isChecking = false
  #isWoken = false
  #isProbing = false
  #isStopping = false

  constructor(store: Store, log: Log, options: SupervisorOptions) {
    super(store, log, { clock: options.clock, kinds: options.config.jobs.kinds })
    this.#options = options
    const { registry, clock } = this
    const isStopping = () => this.#isStopping
    const running = { owner: '', firstWaitMs: 0, isStopping }
    this.#outcomes = new Outcomes({ store, log, clock, registry, ...running })
  }

  async start() {
    if (this.#options.isAlone) await this.store.writeBulk(queries.endLeases)
    if (!this.#options.isEnabled) return
    this.#unlisten = [
      await this.store.listen(
        jobChannel,
        (payload) => this.#handleWake(payload),
        () => this.#handleWake(''),
      ),
      await this.store.listen(writeTurnChannel, (payload) =>
        this.#forward(writeTurnChannel, payload),
      ),
      await this.store.listen(writeBlockedChannel, () => void this.#killIfFrozen()),
    ]
    this.#stopPolling = repeat(this.clock, pollMs, () => this.#poll())
    await this.#startIfNeeded()
  }

  async stop(limitMs = 10_000) {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#stopPolling?.()
    this.#cancelRestart?.()
    for (const unlisten of this.#unlisten) await unlisten()
    await this.#worker?.stop(limitMs)
    await this.#exitHandled
  }

  #handleWake(payload: string) {
    if (this.#worker) this.#forward(jobChannel, payload)
    else void this.#startIfNeeded()
  }

  /**
   * Forwards a notification to the worker on SQLite. On PostgreSQL, the database notifies the
   * worker itself.
   */
  #forward(channel: string, payload: string) {
    if (!this.#options.isAlone) return
    this.#worker?.send({ type: 'notification', channel, payload })
  }

  async #poll() {
    if (!this.#worker) return this.#startIfNeeded()
    if (this.#isProbing) return
    this.#isProbing = true
    // Tests set the variable to use a shorter time.
    const silenceMs = Number(process.env['QUIRE_WORKER_SILENCE_MS'] ?? defaultSilenceMs)
    if (!(await this.#worker.isResponding(silenceMs))) await this.#killIfFrozen()
    this.#isProbing = false
  }

  /**
   * Kills a frozen worker, which would otherwise keep its jobs and, on SQLite, the write lock. A
   * worker that is only waiting, or computing in other threads, still responds. No transaction
   * takes as long as the time allowed for a response.
   */
  async #killIfFrozen() {
    const worker = this.#worker
    if (!worker || (await worker.isResponding(lastAnswerMs))) return
    this.log.warn({ pid: worker.pid }, jobLogMessages.worker_frozen())
    worker.kill()
  }

  async #startIfNeeded() {
    this.#isWoken = true
    if (this.#isChecking) return
    this.#isChecking = true
    // Repeats the query, because a running query does not see a job that is added in the meantime.
    while (this.#isWoken && !this.#isStopping && !this.#worker && !this.#cancelRestart) {
      this.#isWoken = false
      await this.guard(jobLogMessages.find_failed(), async () => {
        const isNeeded = await queries.hasWork(
          this.store.db,
          this.registry.claimedKinds,
          this.clock.now(),
        )
        if (isNeeded && !this.#isStopping) this.#startWorker()
      })
    }
    this.#isChecking = false
  }

  #startWorker() {
    const { config, command } = this.#options
    const worker = new WorkerProcess({
      ...(command && { command }),
      onMessage: (message) => this.#handleMessage(message),
      onExit: (exit) => void (this.#exitHandled = this.#handleExit(exit)),
    })
    this.#worker = worker
    this.store.leaveCheckpoints(true)
    worker.send({ type: 'start', config, suspects: this.#suspects.list() })
    this.log.debug({ pid: worker.pid }, 'started worker process')
  }

  #handleMessage(message: Parameters<WorkerProcessOptions['onMessage']>[0]) {
    switch (message.type) {
      case 'event':
        return this.#options.forwardEvent(message.event)
      case 'log':
        return this.#options.writeLine(message.line)
      case 'measurements':
        return addMeasurements(message.measurements)
      case 'ready':
        return undefined
    }
  }

  async #handleExit({ owner, isExpected, code, signal }: WorkerExit) {
    this.#worker = undefined
    this.store.leaveCheckpoints(false)
    if (isExpected) {
      this.#suspects.clear()
      this.#restartMs = firstRestartMs
    } else {
      this.log.error({ exitCode: code, signal }, jobLogMessages.worker_ended())
      // Recovers the jobs even while stopping, so that they are ready at the next start.
      if (owner !== undefined) {
        await this.guard(jobLogMessages.recover_failed(), () => this.#recover(owner))
      }
      this.#delayRestart()
    }
    await this.#startIfNeeded()
  }

  async #recover(owner: string) {
    const lost = await queries.findHeldBy(this.store.db, owner)
    const hopeless = this.#suspects.recordDeath(lost, this.clock.now().getTime())
    for (const job of lost) {
      await this.#outcomes.recoverLost(job, { isHopeless: hopeless.has(job.id) })
    }
  }

  #delayRestart() {
    if (this.#isStopping) return
    this.#cancelRestart = this.clock.after(this.#restartMs, () => {
      this.#cancelRestart = undefined
      return this.#startIfNeeded()
    })
    this.#restartMs = Math.min(this.#restartMs * 2, longestRestartMs)
  }
}
