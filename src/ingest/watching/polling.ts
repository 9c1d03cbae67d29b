/** Walks a whole root to detect changes. Reads folders without opening any files. */
import type { Clock } from '../../platform/lib/clock'
import type { WalkOptions } from '../scanning/walk/tree-walker'
import { WalkClient } from '../scanning/walk/walk-client'

/**
 * Limits concurrent polls, because each of them uses a Worker. A hanging poll releases its slot
 * after a time limit.
 */
export class PollQueue {
  readonly #clock: Clock
  readonly #maxConcurrent: number
  readonly #slotTimeoutMs: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(
    clock: Clock,
    { maxConcurrent, slotTimeoutMs }: { maxConcurrent: number; slotTimeoutMs: number },
  ) {
    this.#clock = clock
    this.#maxConcurrent = maxConcurrent
    this.#slotTimeoutMs = slotTimeoutMs
  }

  /** Returns a signature of the root. Aborting the signal ends a hanging walk. */
  async readSignature(options: WalkOptions, signal: AbortSignal): Promise<string> {
    if (this.#running >= this.#maxConcurrent) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running++
    let holdsSlot = true
    const releaseSlot = () => {
      if (!holdsSlot) return
      holdsSlot = false
      this.#running--
      this.#waiting.shift()?.()
    }
    const cancelTimeout = this.#clock.after(this.#slotTimeoutMs, releaseSlot)
    try {
      signal.throwIfAborted()
      return await walkForSignature(options, signal)
    } finally {
      cancelTimeout()
      releaseSlot()
    }
  }
}

async function walkForSignature(options: WalkOptions, signal: AbortSignal): Promise<string> {
  using walker = new WalkClient()
  const stopWalk = () => walker[Symbol.dispose]()
  signal.addEventListener('abort', stopWalk, { once: true })
  try {
    const result = await walker.summarize(options)
    return 'problem' in result ? result.problem : result.summary.signature
  } finally {
    signal.removeEventListener('abort', stopWalk)
  }
}
