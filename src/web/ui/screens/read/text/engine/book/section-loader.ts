/**
 * Parts of a book on their way. The renderer cannot do without a part that it asked for, so one that the
 * server cannot hand out at the moment is asked for until it does.
 */
import { createStore } from '../../../../../state/store'

const againMs = 5_000

/** The address that a part is shown from; null while the server cannot hand it out. */
type Ask = (address: string) => Promise<string | null>

export class SectionLoader {
  /** A part is not there, and is asked for again. */
  readonly areLate = createStore(false)
  readonly #ask: Ask
  #wake: () => void = () => undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Where it is shown from, once it can be had. */
  async find(address: string) {
    for (;;) {
      const shown = await this.#ask(address)
      this.areLate.set(shown === null)
      if (shown !== null) return shown
      await this.#rest()
    }
  }

  /** At once, instead of after a rest. */
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
