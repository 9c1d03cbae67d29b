import type { Job, JobRegistration } from './job'

/** Slots for concurrent jobs, used by one or more kinds. */
export interface SlotPool {
  kinds: string[]
  slots: number
  running: number
}

interface Entry extends JobRegistration {
  pool: SlotPool
}

/**
 * The registered kinds of jobs and their slots. A long job never blocks other kinds that have their
 * own slots.
 */
export class JobRegistry {
  readonly #shared: SlotPool
  readonly #entries = new Map<string, Entry>()
  readonly #claimed: readonly string[]

  /** `claimed`: the kinds of jobs that this process runs. All kinds if empty. */
  constructor(sharedSlots: number, claimed: readonly string[] = []) {
    this.#claimed = claimed
    this.#shared = { kinds: [], slots: sharedSlots, running: 0 }
  }

  add(registration: JobRegistration) {
    const { kind, slots } = registration.type
    if (this.#entries.has(kind)) throw new Error(`job kind ${kind} is registered twice`)
    const pool = slots === undefined ? this.#shared : { kinds: [], slots, running: 0 }
    if (this.#isClaimed(kind)) pool.kinds.push(kind)
    this.#entries.set(kind, { ...registration, pool })
  }

  #isClaimed(kind: string) {
    return this.#claimed.length === 0 || this.#claimed.includes(kind)
  }

  get kinds(): string[] {
    return [...this.#entries.keys()]
  }

  /** The kinds of jobs that this process runs. Hooks of any kind may run in any process. */
  get claimedKinds(): string[] {
    return this.kinds.filter((kind) => this.#isClaimed(kind))
  }

  find(kind: string): Entry | undefined {
    return this.#entries.get(kind)
  }

  /** Finds all pools that have a free slot. */
  findFreePools(): SlotPool[] {
    const pools = new Set([...this.#entries.values()].map(({ pool }) => pool))
    return [...pools].filter(({ running, slots }) => running < slots)
  }
}

/** A job that is running in this process. */
export interface Run {
  job: Job
  controller: AbortController
  done: Promise<void>
}
