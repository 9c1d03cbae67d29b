/**
 * The engine behind `ctx.queue`: jobs are rows, every process of the installation takes from the same
 * table, and a row is finished by the one process that holds its lease. It knows no kind of job.
 */
import type { SQL } from 'drizzle-orm'
import { violation } from '../db/sql'
import type { Store, Tx } from '../db/store'
import type { Log } from '../log/log'
import { timings } from '../metrics/registry'
import { Lanes, type Run } from './lanes'
import { LeaseLost, Outcomes } from './outcomes'
import * as queries from './queries'
import type { Job, JobHandler, JobOptions, KindOptions, Queue } from './queue'

const channel = 'quire_jobs'
const cancelled = 'cancel '
const maxPayloadBytes = 65_536

export interface EngineOptions {
  /** Jobs at the same time, of all kinds that have no slots of their own. */
  slots?: number
  /** How long a process may be silent before its jobs are given to others. */
  leaseMs?: number
  /** How often to look without having been woken. */
  pollMs?: number
  /** Before the second attempt; twice as long before each one after it. */
  firstWaitMs?: number
  /** No other process takes jobs of this database: what is marked as running at the start is not. */
  alone?: boolean
}

export class JobEngine implements Queue {
  /** Who holds the leases of this process. */
  readonly owner: string = Bun.randomUUIDv7()
  readonly #store: Store
  readonly #log: Log
  readonly #leaseMs: number
  readonly #pollMs: number
  readonly #isAlone: boolean
  readonly #lanes: Lanes
  readonly #outcomes: Outcomes
  readonly #runs = new Map<string, Run>()
  /** Transactions that will wake the others when they are committed. */
  readonly #waking = new WeakSet<Tx>()
  #unlisten: (() => Promise<void>) | undefined
  #loop: Promise<void> | undefined
  #keeper: ReturnType<typeof setInterval> | undefined
  #keeping = false
  #stopping = false
  #woken = false
  #wake: () => void = () => undefined

  constructor(store: Store, log: Log, options: EngineOptions = {}) {
    const { slots = 2, leaseMs = 30_000, pollMs = 5_000, firstWaitMs = 2_000 } = options
    this.#isAlone = options.alone ?? false
    this.#store = store
    this.#log = log
    this.#leaseMs = leaseMs
    this.#pollMs = pollMs
    this.#lanes = new Lanes(slots)
    this.#outcomes = new Outcomes({
      store,
      log,
      lanes: this.#lanes,
      owner: this.owner,
      firstWaitMs,
    })
  }

  /** Before `start`. A process takes only jobs of the kinds that it knows. */
  readonly register = (kind: string, handler: JobHandler, options: KindOptions = {}) =>
    this.#lanes.add(kind, handler, options)

  async enqueue(tx: Tx, kind: string, payload: object, options: JobOptions = {}) {
    if (Buffer.byteLength(JSON.stringify(payload)) > maxPayloadBytes) {
      throw new Error(`the payload of a ${kind} job is too large`)
    }
    const { again, ...values } = options
    const id = await queries.insertJob(tx, { runAt: new Date(), ...values, kind, payload })
    if (!id && again && options.key) await queries.askAgain(tx, options.key)
    if (id && !this.#waking.has(tx)) {
      this.#waking.add(tx)
      tx.afterCommit(() => void this.#tell(''))
    }
    return id
  }

  async cancel(key: string) {
    await this.#cancel(queries.hasKey(key))
  }

  readonly cancelJob = (id: string) => this.#cancel(queries.hasId(id))

  async retryJob(id: string) {
    try {
      const revived = await this.#store.write(async (tx) => {
        const job = await queries.reviveJob(tx, id, new Date())
        if (job) await this.#lanes.find(job.kind)?.onRetried?.(tx, job)
        return job
      })
      if (revived) await this.#tell('')
      return revived !== undefined
    } catch (error) {
      if (violation(error) === 'unique') return false
      throw error
    }
  }

  /** Begins to take jobs. */
  async start() {
    this.#unlisten = await this.#store.listen(channel, (payload) => this.#heard(payload))
    if (this.#isAlone) await this.#store.writeBulk(queries.endLeases)
    this.#keeper = setInterval(() => void this.#keep(), this.#leaseMs / 3)
    this.#loop = this.#takeJobs()
    await this.#keep()
  }

  /** Takes no more jobs, signals those that run, and puts back what has not ended within `limitMs`. */
  async stop(limitMs = 10_000) {
    if (this.#stopping) return
    this.#stopping = true
    clearInterval(this.#keeper)
    this.#kick()
    await this.#unlisten?.()
    for (const { controller } of this.#runs.values()) controller.abort(new Error('Quire is ending'))
    const settled = Promise.allSettled([this.#loop, ...[...this.#runs.values()].map((r) => r.done)])
    await atMost(settled, limitMs)
    await this.#release([...this.#runs.keys()])
  }

  // Taking jobs

  async #takeJobs() {
    while (!this.#stopping) {
      this.#woken = false
      const more = await this.#guarded('background tasks could not be read', () => this.#claim())
      if (!more && !this.#woken) await this.#pause()
    }
  }

  /** True when there may be more. Reads first: looking for work must not cost a write. */
  async #claim(): Promise<boolean> {
    const ids = await this.#findNext()
    if (ids.length === 0) return false
    const startedAt = new Date()
    const lease = { owner: this.owner, leaseUntil: this.#leaseEnd(), startedAt }
    const claimed = await this.#store.writeBulk((tx) => queries.claimJobs(tx, ids, lease))
    if (this.#stopping) await this.#release(claimed.map(({ id }) => id))
    else for (const job of claimed) this.#begin(job)
    return true
  }

  async #findNext() {
    const now = new Date()
    const ids: string[] = []
    for (const { kinds, slots, running } of this.#lanes.open()) {
      const room = slots - running
      const ready: queries.Ready[] = []
      for (const kind of kinds) {
        ready.push(...(await queries.findReady(this.#store.db, kind, now, room)))
      }
      ready.sort(inOrder)
      ids.push(...ready.slice(0, room).map(({ id }) => id))
    }
    return ids
  }

  #begin(job: Job) {
    const { lane, handler } = this.#lanes.find(job.kind)!
    const controller = new AbortController()
    lane.running++
    const done = this.#run(job, handler, controller.signal).finally(() => {
      lane.running--
      this.#runs.delete(job.id)
      this.#kick()
    })
    this.#runs.set(job.id, { job, controller, done })
  }

  async #run(job: Job, handler: JobHandler, signal: AbortSignal) {
    const timed = timings.jobs.startTimer({ kind: job.kind })
    try {
      const effect = await handler(job, signal)
      await this.#outcomes.complete(job, effect ?? undefined)
      timed({ outcome: 'done' })
    } catch (error) {
      await this.#guarded(`what became of a background task was not kept (${job.kind})`, () =>
        this.#settle(job, error, timed),
      )
    }
  }

  // Ending jobs

  async #settle(job: Job, error: unknown, timed: (end: { outcome: string }) => unknown) {
    if (error instanceof LeaseLost) return
    if (this.#stopping) return this.#release([job.id])
    const task = { kind: job.kind, id: job.id, attempts: job.attempts }
    const waitMs = await this.#outcomes.fail(job, error)
    timed({ outcome: waitMs === undefined ? 'failed' : 'retried' })
    if (waitMs === undefined) {
      this.#log.error({ err: error, task }, `a background task failed for good: ${job.kind}`)
      return
    }
    this.#log.warn({ err: error, task }, `a background task failed: ${job.kind}`)
    if (waitMs < this.#pollMs) setTimeout(() => this.#kick(), waitMs + 1).unref()
  }

  async #release(ids: string[]) {
    if (ids.length === 0) return
    const released = await this.#store.writeBulk((tx) => queries.releaseJobs(tx, ids, this.owner))
    if (released) await this.#tell('')
  }

  async #cancel(which: SQL) {
    const ids = await this.#store.write((tx) => queries.cancelLive(tx, which, new Date()))
    for (const id of ids) {
      this.#abort(id)
      await this.#tell(`${cancelled}${id}`)
    }
    return ids.length > 0
  }

  #abort(id: string) {
    this.#runs.get(id)?.controller.abort(new Error('the task was cancelled or taken over'))
  }

  // Leases

  async #keep() {
    if (this.#keeping) return
    this.#keeping = true
    await this.#guarded('the leases of background tasks could not be kept', async () => {
      await this.#heartbeat()
      if ((await this.#outcomes.reap()) > 0) await this.#tell('')
    })
    this.#keeping = false
  }

  async #heartbeat() {
    const ids = [...this.#runs.keys()]
    if (ids.length === 0) return
    const lease = { owner: this.owner, leaseUntil: this.#leaseEnd() }
    const held = await this.#store.writeBulk((tx) => queries.extendLeases(tx, ids, lease))
    for (const id of ids) if (!held.has(id)) this.#abort(id)
  }

  readonly #leaseEnd = () => new Date(Date.now() + this.#leaseMs)

  // Waking

  #heard(payload: string) {
    if (payload.startsWith(cancelled)) this.#abort(payload.slice(cancelled.length))
    else this.#kick()
  }

  async #tell(payload: string) {
    await this.#guarded('other processes could not be woken', () =>
      this.#store.notify(channel, payload),
    )
  }

  #kick() {
    this.#woken = true
    this.#wake()
  }

  async #pause() {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#pollMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #guarded<T>(message: string, task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task()
    } catch (error) {
      this.#log.error({ err: error }, message)
      return undefined
    }
  }
}

const inOrder = (a: queries.Ready, b: queries.Ready) =>
  b.priority - a.priority ||
  a.runAt.getTime() - b.runAt.getTime() ||
  (a.id < b.id ? -1 : Number(a.id > b.id))

async function atMost(task: Promise<unknown>, limitMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([task, limit])
  clearTimeout(timer)
}
