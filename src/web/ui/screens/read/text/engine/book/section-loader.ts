/**
 * Loads sections. The renderer cannot skip a section that it has requested, so sections that are
 * not available are requested again until they load.
 */
import { createStore } from '../../../../../state/store'

const againMs = 5_000

/** Returns the URL to display a section, or null while the server cannot deliver it. */
type Ask = (address: string) => Promise<string | null>

export class SectionLoader {
  /** Whether a section is late and is being requested again. */
  readonly isLate = createStore(false)
  readonly #ask: Ask
  #wake: () => void = () => undefined
  /** A section that was requested early. Used once. */
  #early: { readonly address: string; readonly shown: Promise<string | null> } | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Requests a section that will be needed soon. Never rejects, because `find` reports errors. */
  async prefetch(address: string) {
    const shown = this.#ask(address)
    this.#early = { address, shown }
    await shown.catch(() => undefined)
  }

  /** Resolves with the URL to display once the section is available. */
  async find(address: string) {
    for (;;) {
      const shown = await (this.#takeEarly(address) ?? this.#ask(address))
      this.isLate.set(shown === null)
      if (shown !== null) return shown
      await this.#rest()
    }
  }

  /** Tries again immediately instead of after the delay. */
  retry() {
    this.#wake()
  }

  #takeEarly(address: string) {
    const early = this.#early
    // In a fixed layout, the other page of the spread may be needed first.
    if (early?.address !== address) return undefined
    this.#early = undefined
    return early.shown
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
