import { Paginator } from 'foliate-js/paginator.js'

/** Each section has an empty page at both ends. */
const emptyPages = 2
const overlapPixels = 56
/** Delay in milliseconds, longer than the paginator's own 250 ms between scrolling and report. */
const restMs = 400

/** Reflowable text, in pages or as a strip. */
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
   * After a move, the paginator ignores the first scroll event. Scrolling by one more pixel
   * triggers the report.
   */
  #triggerReport() {
    if (!this.scrolled || Math.abs(this.start - this.#reportedAt) <= 2) return
    this.containerPosition += this.containerPosition < 0 ? 1 : -1
  }

  /** Reports the scroll position immediately instead of after the delay. */
  async reportNow() {
    if (!this.scrolled || Math.abs(this.start - this.#reportedAt) <= 2) return
    // Scrolling by zero keeps the position and triggers the report.
    if (this.start > 0) await this.prev(Number.MIN_VALUE)
    else if (this.viewSize - this.start - this.size > 2) await this.next(Number.MIN_VALUE)
  }

  override attachShadow(init: ShadowRootInit) {
    return withoutInlineStyles(super.attachShadow(init))
  }

  /**
   * Converts a fraction of the text to an anchor. The paginator counts pages: 0 is the first one
   * and 1 is the last one.
   */
  anchorAt(share: number) {
    if (this.scrolled) return share
    const last = this.pages - emptyPages - 1
    // Positions are rounded, so a value just below the next page belongs to that page.
    return last > 0 ? Math.min(last, Math.floor(share * (last + 1) + 0.001)) / last : 0
  }

  /** In a strip, the last lines stay visible. Otherwise, a full page is turned. */
  get step() {
    return this.scrolled ? Math.max(this.size / 2, this.size - overlapPixels) : undefined
  }

  get shownShare() {
    if (!this.scrolled) return 1 / Math.max(1, this.pages - emptyPages)
    return this.viewSize > 0 ? Math.min(1, this.size / this.viewSize) : 1
  }
}

/**
 * Moves the paginator's inline styles, which the CSP forbids, to a constructed stylesheet, which
 * needs no exception.
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
