/**
 * The engine behind `ctx.queue`. Jobs are rows. All processes of the installation claim jobs from
 * the same table, and only the process that holds the lease of a job can finish it.
 */
import type { Store } from '../db/store'
import { type CancelTimer, type Clock, repeat, waitAtMost } from '../lib/clock'
import type { Log } from '../log/log'
import { timings } from '../metrics/registry'
import type { Job, JobHandler } from './job'
import { cancelPrefix, jobChannel, JobQueue } from './job-queue'
import type { Run } from './job-registry'
import { Leases } from './leases'
import { LeaseLost, Outcomes } from './outcomes'
import * as queries from './queries'
import { jobLogMessages } from './messages'

/** A job that has run for this long is not suspected of crashing its process. */
export const suspicionMs = 60_000

export interface EngineOptions {
  clock?: Clock
  /** Maximum number of concurrent jobs, across all kinds that do not have their own slots. */
  slots?: number
  /** The kinds of jobs that this process runs. All kinds if empty. */
  kinds?: readonly string[]
  /** Other processes may take over the jobs of a process that renews no leases for this long. */
  leaseMs?: number
  /** Interval between polls of the table, in case no notification arrives. */
  pollMs?: number
  /** Delay before the second attempt. It doubles with each further attempt. */
  firstWaitMs?: number
  /**
   * True if no other process runs jobs from this database. A job that is marked as running at
   * startup is then not running.
   */
  alone?: boolean
  /** IDs of jobs that may have crashed earlier processes. They run first, one at a time. */
  suspects?: readonly string[]
}

export class JobEngine extends JobQueue {
  /** Identifies this process in leases. */
  readonly owner: string = Bun.randomUUIDv7()
  readonly #leaseMs: number
  readonly #pollMs: number
  readonly #isAlone: boolean
  readonly #outcomes: Outcomes
  readonly #leases: Leases
  readonly #runs = new Map<string, Run>()
  readonly #suspects: string[]
  /**
   * Until this time, a suspect runs alone. If it has not crashed the process by then, it is
   * considered harmless.
   */
  #aloneUntil = 0
  #unlisten: (() => Promise<void>) | undefined
  #loop: Promise<void> | undefined
  #stopHeartbeat: CancelTimer | undefined
  #stopping = false
  /** Time since which no jobs have been running or waiting. Undefined while there are any. */
  #idleSince: number | undefined
  #woken = false
  #idleWaiters: (() => void)[] = []
  /** Times at which failed jobs may run again, if they are before the next poll. */
  #retriesAtMs: number[] = []
  #wake: () => void = () => undefined

  constructor(store: Store, log: Log, options: EngineOptions = {}) {
    const { slots = 2, leaseMs = 30_000, pollMs = 5_000, firstWaitMs = 2_000 } = options
    super(store, log, { clock: options.clock, sharedSlots: slots, kinds: options.kinds ?? [] })
    this.#isAlone = options.alone ?? false
    this.#suspects = [...(options.suspects ?? [])]
    this.#leaseMs = leaseMs
    this.#pollMs = pollMs
    const { registry, clock, owner } = this
    const isStopping = () => this.#stopping
    const outcomes = new Outcomes({ store, log, clock, registry, owner, firstWaitMs, isStopping })
    this.#outcomes = outcomes
    const abort = (id: string) => this.abort(id)
    const listRunning = () => [...this.#runs.keys()]
    this.#leases = new Leases({ store, clock, outcomes, owner, leaseMs, listRunning, abort })
  }

  /** Number of milliseconds for which no jobs have been running or waiting. */
  get idleMs(): number {
    return this.#idleSince === undefined ? 0 : this.#nowMs() - this.#idleSince
  }

  /** Starts claiming jobs. */
  async start() {
    this.#unlisten = await this.store.listen(jobChannel, this.#handleNotification, this.#resume)
    if (this.#isAlone) await this.#leases.endAll()
    this.#stopHeartbeat = repeat(this.clock, this.#leaseMs / 3, () => this.#renew())
    this.#loop = this.#claimJobs()
    await this.#renew()
  }

  /**
   * Stops claiming jobs, aborts those that are running, and releases those that do not end within
   * `limitMs`.
   */
  async stop(limitMs = 10_000) {
    if (this.#stopping) return
    this.#stopping = true
    this.#stopHeartbeat?.()
    this.#wakeUp()
    await this.#unlisten?.()
    for (const { controller } of this.#runs.values())
      controller.abort(new Error('Quire is stopping'))
    const settled = Promise.allSettled([this.#loop, ...[...this.#runs.values()].map((r) => r.done)])
    await waitAtMost(this.clock, settled, limitMs)
    await this.#release([...this.#runs.keys()])
  }

  /** Resolves when no job runs and none is due, or when the engine stops. */
  async idle() {
    if (!this.#loop) throw new Error('the job engine has not been started')
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#idleWaiters.push(resolve)
    // A query that is already running may not see jobs that were just added, so another one is
    // needed.
    this.#wakeUp()
    await promise
  }

  #reportIdle() {
    for (const resolve of this.#idleWaiters.splice(0)) resolve()
  }

  async #claimJobs() {
    while (!this.#stopping) {
      this.#woken = false
      const more = await this.guard(jobLogMessages.claim_failed(), () => this.#claim())
      if (more || this.#runs.size > 0) this.#idleSince = undefined
      else this.#idleSince ??= this.#nowMs()
      if (more || this.#woken) continue
      if (this.#runs.size === 0) this.#reportIdle()
      await this.#pause()
    }
    this.#reportIdle()
  }

  /**
   * Claims jobs that can run now. Returns true if there may be more. Reads first, so that polling
   * does not require a write.
   */
  async #claim(): Promise<boolean> {
    await this.#leases.releaseUncertain()
    const moreSuspects = await this.#claimSuspect()
    if (moreSuspects !== undefined) return moreSuspects
    const ids = await this.#findNext()
    if (ids.length === 0) return false
    await this.#claimIds(ids)
    return true
  }

  async #claimIds(ids: string[]) {
    const claimed = await this.#leases.claim(ids)
    if (this.#stopping) await this.#release(claimed.map(({ id }) => id))
    else for (const job of claimed) this.#startRun(job)
  }

  /**
   * Claims the next suspect. Returns undefined if none is left, and false while another one runs
   * alone.
   */
  async #claimSuspect(): Promise<boolean | undefined> {
    if (this.#runs.size > 0 && this.#nowMs() < this.#aloneUntil) return false
    const suspect = this.#suspects.shift()
    if (suspect === undefined) return undefined
    this.#aloneUntil = this.#nowMs() + suspicionMs
    await this.#claimIds([suspect])
    return true
  }

  async #findNext() {
    const now = this.clock.now()
    const ids: string[] = []
    const pools = this.registry.findFreePools()
    const waiting = new Set(
      await queries.findReadyKinds(
        this.store.db,
        pools.flatMap(({ kinds }) => kinds),
      ),
    )
    for (const { kinds, slots, running } of pools) {
      const free = slots - running
      const ready: queries.Ready[] = []
      for (const kind of kinds.filter((one) => waiting.has(one))) {
        const found = await queries.findReady(this.store.db, kind, now, free + this.#runs.size)
        // Skips jobs that were unlocked while still running here. Such a job starts again once its
        // handler has ended.
        ready.push(...found.filter(({ id }) => !this.#runs.has(id)))
      }
      ready.sort(queries.byPriority)
      ids.push(...ready.slice(0, free).map(({ id }) => id))
    }
    return ids
  }

  #startRun(job: Job) {
    const { pool, run } = this.registry.find(job.kind)!
    const controller = new AbortController()
    pool.running++
    const done = this.#run(job, run, controller.signal).finally(() => {
      pool.running--
      this.#runs.delete(job.id)
      this.#wakeUp()
    })
    this.#runs.set(job.id, { job, controller, done })
  }

  async #run(job: Job, handler: JobHandler, signal: AbortSignal) {
    const stopTimer = timings.jobs.startTimer({ kind: job.kind })
    try {
      const effect = await handler(job, signal)
      await this.#outcomes.complete(job, effect ?? undefined)
      stopTimer({ outcome: 'done' })
    } catch (error) {
      await this.guard(jobLogMessages.store_failed(), () =>
        this.#handleError(job, error, stopTimer),
      )
    }
  }

  async #handleError(
    job: Job,
    error: unknown,
    stopTimer: (labels: { outcome: string }) => unknown,
  ) {
    if (error instanceof LeaseLost) return
    if (this.#stopping) return this.#release([job.id])
    const task = { kind: job.kind, id: job.id, attempts: job.attempts }
    const waitMs = await this.#outcomes.fail(job, error)
    stopTimer({ outcome: waitMs === undefined ? 'failed' : 'retried' })
    if (waitMs === undefined) {
      this.log.error({ err: error, task }, jobLogMessages.failed())
      return
    }
    this.log.warn({ err: error, task }, jobLogMessages.retrying())
    if (waitMs < this.#pollMs) this.#retriesAtMs.push(this.#nowMs() + waitMs + 1)
  }

  async #release(ids: string[]) {
    if (ids.length === 0) return
    if (await this.#leases.release(ids)) await this.notify('')
  }

  protected override abort(id: string) {
    this.#runs.get(id)?.controller.abort(new Error('the task was cancelled or taken over'))
  }

  async #renew() {
    await this.guard(jobLogMessages.renew_failed(), async () => {
      if ((await this.#leases.renew()) > 0) await this.notify('')
    })
  }

  #nowMs() {
    return this.clock.now().getTime()
  }

  readonly #handleNotification = (payload: string) => {
    if (payload.startsWith(cancelPrefix)) this.abort(payload.slice(cancelPrefix.length))
    else this.#wakeUp()
  }

  /**
   * Called when the connection to the database is restored. Renews the leases immediately, because
   * they may be about to expire.
   */
  readonly #resume = () => {
    this.#wakeUp()
    void this.#renew()
  }

  readonly #wakeUp = () => {
    this.#woken = true
    this.#wake()
  }

  async #pause() {
    const nowMs = this.#nowMs()
    const later = this.#retriesAtMs.filter((atMs) => atMs > nowMs)
    const isDue = later.length < this.#retriesAtMs.length
    this.#retriesAtMs = later
    if (isDue) return
    const waitMs = Math.min(this.#pollMs, ...later.map((atMs) => atMs - nowMs))
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancelTimer = this.clock.after(waitMs, resolve)
    this.#wake = resolve
    await promise
    cancelTimer()
  }
}
