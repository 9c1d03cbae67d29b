import { Paginator } from 'foliate-js/paginator.js'

/** Beside the pages of text there is an empty one on each side. */
const emptyPages = 2
const keptPixels = 56
/** It speaks 250 ms after the last scrolling. */
const restMs = 400

/** Running text, in pages or as a strip. */
export class StrictPaginator extends Paginator {
  #toldAt = 0
  #resting: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.addEventListener('relocate', () => (this.#toldAt = this.start))
    this.addEventListener('scroll', () => {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => this.#tell(), restMs)
    })
  }

  /** It takes the first scrolling after a move for its own, and keeps silent: a pixel more makes it speak. */
  #tell() {
    if (!this.scrolled || Math.abs(this.start - this.#toldAt) <= 2) return
    this.containerPosition += this.containerPosition < 0 ? 1 : -1
  }

  /** At once, where one scrolled to; it says so itself some time after the last scrolling. */
  async tellNow() {
    if (!this.scrolled || Math.abs(this.start - this.#toldAt) <= 2) return
    // A scrolling by nothing: it stays where it is, and speaks.
    if (this.start > 0) await this.prev(Number.MIN_VALUE)
    else if (this.viewSize - this.start - this.size > 2) await this.next(Number.MIN_VALUE)
  }

  override attachShadow(init: ShadowRootInit) {
    return withoutInlineStyles(super.attachShadow(init))
  }

  /** It counts from the first page to the last; a place in a book lies between the start and the end. */
  anchorAt(share: number) {
    if (this.scrolled) return share
    const last = this.pages - emptyPages - 1
    // A place is written with rounding: what is all but on the next page is on it.
    return last > 0 ? Math.min(last, Math.floor(share * (last + 1) + 0.001)) / last : 0
  }

  /** In a strip the last lines stay in sight; a page is turned whole. */
  get step() {
    return this.scrolled ? Math.max(this.size / 2, this.size - keptPixels) : undefined
  }

  get shownShare() {
    if (!this.scrolled) return 1 / Math.max(1, this.pages - emptyPages)
    return this.viewSize > 0 ? Math.min(1, this.size / this.viewSize) : 1
  }
}

/**
 * The paginator writes its styles as markup, which our policy forbids. The same rules as a constructed
 * sheet need no exception.
 */
function withoutInlineStyles(root: ShadowRoot) {
  const written = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'innerHTML')
  Object.defineProperty(root, 'innerHTML', {
    set(markup: string) {
      const rules: string[] = []
      const rest = markup.replace(/<style>([\s\S]*?)<\/style>/g, (_whole, css: string) => {
        rules.push(css)
        return ''
      })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules.join('\n'))
      root.adoptedStyleSheets = [sheet]
      written?.set?.call(root, rest)
    },
  })
  return root
}
