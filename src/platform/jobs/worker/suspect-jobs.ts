/**
 * Finds the job that crashes worker processes, without blaming jobs that merely ran at the same
 * time.
 */
import { suspicionMs } from '../job-engine'

/** If a worker crashes this often soon after the start of a job, the job is marked as failed. */
const maxDeaths = 3
/**
 * After this many crashes, a job runs alone, so that the next crash shows which job is the cause.
 */
const deathsBeforeIsolation = 2

interface LostJob {
  id: string
  startedAt: Date | null
}

export class SuspectJobs {
  /** Number of consecutive crashes soon after the start of a job, keyed by job ID. */
  readonly #deaths = new Map<string, number>()

  /**
   * Records the crash of a worker. `lost` contains the jobs that were running in it. Returns the
   * IDs of jobs that must not run again.
   */
  recordDeath(lost: readonly LostJob[], nowMs: number): Set<string> {
    const isolated = new Set(this.list())
    const ids = new Set(lost.map(({ id }) => id))
    for (const id of this.#deaths.keys()) {
      // A suspect stays a suspect if it was not running this time.
      if (!ids.has(id) && !isolated.has(id)) this.#deaths.delete(id)
    }
    for (const { id, startedAt } of lost) {
      const wasQuick = nowMs - (startedAt?.getTime() ?? nowMs) < suspicionMs
      this.#deaths.set(id, wasQuick ? (this.#deaths.get(id) ?? 0) + 1 : 0)
    }
    return this.#removeHopeless()
  }

  /** Lists the jobs that the next worker must run alone. */
  list(): string[] {
    return [...this.#deaths]
      .filter(([, deaths]) => deaths >= deathsBeforeIsolation)
      .map(([id]) => id)
  }

  clear() {
    this.#deaths.clear()
  }

  #removeHopeless() {
    const hopeless = new Set<string>()
    for (const [id, deaths] of this.#deaths) if (deaths >= maxDeaths) hopeless.add(id)
    for (const id of hopeless) this.#deaths.delete(id)
    return hopeless
  }
}
