import { Paginator } from 'foliate-js/paginator.js'

/** Each section has an empty page at either end. */
const emptyPages = 2
const keptPixels = 56
/** In milliseconds. The paginator reports 250 ms after the last scroll. */
const restMs = 400

/** Running text, in pages or as a strip. */
export class StrictPaginator extends Paginator {
  #reportedAt = 0
  #resting: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.addEventListener('relocate', () => (this.#reportedAt = this.start))
    this.addEventListener('scroll', () => {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => this.#triggerReport(), restMs)
    })
  }

  /**
   * The paginator ignores the first scroll event after a move. One extra pixel triggers the report.
   */
  #triggerReport() {
    if (!this.scrolled || Math.abs(this.start - this.#reportedAt) <= 2) return
    this.containerPosition += this.containerPosition < 0 ? 1 : -1
  }

  /** Reports the scroll position at once instead of after the delay. */
  async reportNow() {
    if (!this.scrolled || Math.abs(this.start - this.#reportedAt) <= 2) return
    // A scroll by zero keeps the position and triggers the report.
    if (this.start > 0) await this.prev(Number.MIN_VALUE)
    else if (this.viewSize - this.start - this.size > 2) await this.next(Number.MIN_VALUE)
  }

  override attachShadow(init: ShadowRootInit) {
    return withoutInlineStyles(super.attachShadow(init))
  }

  /** The paginator measures from the first to the last page; fractions go from start to end. */
  anchorAt(share: number) {
    if (this.scrolled) return share
    const last = this.pages - emptyPages - 1
    // Positions are rounded: a value just below the next page belongs to it.
    return last > 0 ? Math.min(last, Math.floor(share * (last + 1) + 0.001)) / last : 0
  }

  /** In a strip, the last lines stay visible; otherwise a full page turns. */
  get step() {
    return this.scrolled ? Math.max(this.size / 2, this.size - keptPixels) : undefined
  }

  get shownShare() {
    if (!this.scrolled) return 1 / Math.max(1, this.pages - emptyPages)
    return this.viewSize > 0 ? Math.min(1, this.size / this.viewSize) : 1
  }
}

/**
 * The paginator uses inline styles, which the CSP forbids. A constructed stylesheet needs no
 * exception.
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
