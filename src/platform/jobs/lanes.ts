import type { Job, JobHandler, KindOptions } from './queue'

export interface Kind {
  handler: JobHandler
  onFailed: KindOptions['onFailed']
  onRetried: KindOptions['onRetried']
  lane: Lane
}

/** Slots that one or more kinds share. */
export interface Lane {
  kinds: string[]
  slots: number
  running: number
}

/** What is known of each kind, and which room is left: a long job of one kind never starves another. */
export class Lanes {
  readonly #shared: Lane
  readonly #kinds = new Map<string, Kind>()

  constructor(sharedSlots: number) {
    this.#shared = { kinds: [], slots: sharedSlots, running: 0 }
  }

  add(kind: string, handler: JobHandler, { slots, onFailed, onRetried }: KindOptions) {
    if (this.#kinds.has(kind)) throw new Error(`the kind ${kind} is registered twice`)
    const lane = slots === undefined ? this.#shared : { kinds: [], slots, running: 0 }
    lane.kinds.push(kind)
    this.#kinds.set(kind, { handler, onFailed, onRetried, lane })
  }

  find(kind: string): Kind | undefined {
    return this.#kinds.get(kind)
  }

  /** Each lane that has room. */
  open(): Lane[] {
    const lanes = new Set([...this.#kinds.values()].map(({ lane }) => lane))
    return [...lanes].filter(({ running, slots }) => running < slots)
  }
}

/** A job in this process. */
export interface Run {
  job: Job
  controller: AbortController
  done: Promise<void>
}
