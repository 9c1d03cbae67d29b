/** Looking through a whole root: opens nothing, but reads each folder. */
import { patternsOf } from '../scanning/walk/rules'
import type { WalkOrder } from '../scanning/walk/walk'
import { Walker } from '../scanning/walk/walker'

export const excludedOf = patternsOf

/** Few at a time, because each has a Worker; one that hangs keeps nobody waiting for long. */
export class Looks {
  readonly #atOnce: number
  readonly #longestMs: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce, longestMs }: { atOnce: number; longestMs: number }) {
    this.#atOnce = atOnce
    this.#longestMs = longestMs
  }

  /** What lies there, as one short text; ending the signal ends a walk that hangs. */
  async look(place: WalkOrder, signal: AbortSignal): Promise<string> {
    if (this.#running >= this.#atOnce) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running++
    let isCounted = true
    const leave = () => {
      if (!isCounted) return
      isCounted = false
      this.#running--
      this.#waiting.shift()?.()
    }
    const timer = setTimeout(leave, this.#longestMs)
    try {
      signal.throwIfAborted()
      return await signatureOf(place, signal)
    } finally {
      clearTimeout(timer)
      leave()
    }
  }
}

async function signatureOf(place: WalkOrder, signal: AbortSignal): Promise<string> {
  using walker = new Walker()
  const end = () => walker[Symbol.dispose]()
  signal.addEventListener('abort', end, { once: true })
  try {
    const result = await walker.look(place)
    return 'problem' in result ? result.problem : result.end.signature
  } finally {
    signal.removeEventListener('abort', end)
  }
}
