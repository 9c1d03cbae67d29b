import { FixedLayout } from 'foliate-js/fixed-layout.js'
import type { Content } from './renderer'

/** Renderer for fixed-layout pages that tracks which pages are visible. */
export class FixedPages extends FixedLayout {
  readonly #indexes = new WeakMap<Document, number>()

  constructor() {
    super()
    this.addEventListener('load', (event) => {
      const { doc, index } = (event as CustomEvent<Content>).detail
      this.#indexes.set(doc, index)
    })
  }

  /** The first visible page. */
  override get index() {
    return Math.min(...this.getContents().map(({ index }) => index))
  }

  /**
   * Excludes hidden pages: if single pages are shown, the other page of a spread is loaded but
   * hidden.
   */
  override getContents(): Content[] {
    return super.getContents().flatMap(({ doc }) => {
      const index = doc && this.#indexes.get(doc)
      const page = doc?.defaultView?.frameElement?.parentElement
      return index === undefined || page?.style.display === 'none' ? [] : [{ doc, index }]
    })
  }

  /** Reports a move within a spread, for which the base class sends no event. */
  override async goToSpread(spread: number, side: string, reason?: string) {
    let isTold = false
    const onEvent = () => (isTold = true)
    const before = this.index
    this.addEventListener('relocate', onEvent)
    await super.goToSpread(spread, side, reason)
    this.removeEventListener('relocate', onEvent)
    const { index } = this
    if (isTold || index === before) return
    const detail = { reason: 'navigation', range: null, index, fraction: 0, size: 1 }
    this.dispatchEvent(new CustomEvent('relocate', { detail }))
  }
}
