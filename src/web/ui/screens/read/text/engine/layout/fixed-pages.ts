import { FixedLayout } from 'foliate-js/fixed-layout.js'
import type { Content } from './renderer'

/** Laid-out pages, which know which of them are on the screen. */
export class FixedPages extends FixedLayout {
  readonly #indexes = new WeakMap<Document, number>()

  constructor() {
    super()
    this.addEventListener('load', (event) => {
      const { doc, index } = (event as CustomEvent<Content>).detail
      this.#indexes.set(doc, index)
    })
  }

  /** The first page of those that are shown. */
  override get index() {
    return Math.min(...this.getContents().map(({ index }) => index))
  }

  /** Where there is room for one only, the other page of a spread is loaded and not shown. */
  override getContents(): Content[] {
    return super.getContents().flatMap(({ doc }) => {
      const index = doc && this.#indexes.get(doc)
      const page = doc?.defaultView?.frameElement?.parentElement
      return index === undefined || page?.style.display === 'none' ? [] : [{ doc, index }]
    })
  }

  /** That another page of the spread that is shown already comes forward nothing else would tell. */
  override async goToSpread(spread: number, side: string, reason?: string) {
    let isTold = false
    const hear = () => (isTold = true)
    const before = this.index
    this.addEventListener('relocate', hear)
    await super.goToSpread(spread, side, reason)
    this.removeEventListener('relocate', hear)
    const { index } = this
    if (isTold || index === before) return
    const detail = { reason: 'navigation', range: null, index, fraction: 0, size: 1 }
    this.dispatchEvent(new CustomEvent('relocate', { detail }))
  }
}
