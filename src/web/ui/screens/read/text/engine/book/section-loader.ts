/**
 * Loads sections. The renderer cannot skip a section it requested, so unavailable ones are retried
 * until they load.
 */
import { createStore } from '../../../../../state/store'

const againMs = 5_000

/** Display URL of a section; null while the server cannot deliver it. */
type Ask = (address: string) => Promise<string | null>

export class SectionLoader {
  /** A section is delayed and is being retried. */
  readonly areLate = createStore(false)
  readonly #ask: Ask
  #wake: () => void = () => undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Resolves with the display URL once available. */
  async find(address: string) {
    for (;;) {
      const shown = await this.#ask(address)
      this.areLate.set(shown === null)
      if (shown !== null) return shown
      await this.#rest()
    }
  }

  /** Retries at once instead of after the delay. */
  retry() {
    this.#wake()
  }

  #rest() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, againMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
