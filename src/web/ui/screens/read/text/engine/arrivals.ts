/**
 * Parts of a book on their way. The renderer cannot do without a part that it asked for, so one that the
 * server cannot hand out at the moment is asked for until it does.
 */
import { createStore } from '../../../../state/store'

const againMs = 5_000

export class Arrivals {
  /** A part is not there, and is asked for again. */
  readonly areLate = createStore(false)
  readonly #ask: (address: string) => Promise<'there' | 'later'>
  #wake: () => void = () => undefined

  constructor(ask: (address: string) => Promise<'there' | 'later'>) {
    this.#ask = ask
  }

  async untilThere(address: string) {
    while ((await this.#ask(address)) === 'later') {
      this.areLate.set(true)
      await this.#rest()
    }
    this.areLate.set(false)
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
