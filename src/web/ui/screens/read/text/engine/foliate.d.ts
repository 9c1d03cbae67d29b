/** Types for the parts of foliate-js that Quire uses. The package itself has no types. */

declare module 'foliate-js/paginator.js' {
  export class Paginator extends HTMLElement {
    open(book: import('./book/epub').FoliateBook): void
    goTo(target: import('./book/epub').Target): Promise<void>
    next(distance?: number): Promise<void>
    prev(distance?: number): Promise<void>
    setStyles(styles: string | readonly [string, string]): void
    getContents(): ReturnType<import('./layout/renderer').Renderer['getContents']>
    destroy(): void
    readonly scrolled: boolean
    /** In pixels, from the start of the section. */
    readonly start: number
    containerPosition: number
    /** Number of pages in the section, including an empty page at each end. */
    readonly pages: number
    /** Size of the screen along the paging or scrolling axis, in pixels. */
    readonly size: number
    /** Size of the section along the same axis, in pixels. */
    readonly viewSize: number
  }
}

declare module 'foliate-js/fixed-layout.js' {
  export class FixedLayout extends HTMLElement {
    open(book: import('./book/epub').FoliateBook): void
    goTo(target: import('./book/epub').Target): Promise<void>
    next(distance?: number): Promise<void>
    prev(distance?: number): Promise<void>
    getContents(): { readonly doc: Document }[]
    goToSpread(index: number, side: string, reason?: string): Promise<void>
    get index(): number
    destroy(): void
  }
}

declare module 'foliate-js/epubcfi.js' {
  type Parts = readonly unknown[] & { readonly parent?: readonly unknown[] }
  export const isCFI: RegExp
  export function parse(cfi: string): Parts
  export function fromRange(range: Range): string
  export function toRange(doc: Document, parts: Parts): Range
  export function joinIndir(...cfis: string[]): string
}

declare module 'foliate-js/progress.js' {
  interface Ends {
    readonly toc: readonly import('./book/epub').TocItem[]
    readonly ids: readonly string[]
    splitHref(href: string | undefined): readonly [string, string | null] | undefined
    getFragment(doc: Document, fragment: string | null): Element | null
  }
  export class TOCProgress {
    init(ends: Ends): Promise<void>
    getProgress(index: number, range?: Range): import('./book/epub').TocItem | null | undefined
  }
  export class SectionProgress {
    constructor(
      sections: import('./book/epub').FoliateBook['sections'],
      perPlace: number,
      perMinute: number,
    )
    getProgress(
      index: number,
      fraction: number,
      pageFraction?: number,
    ): { fraction: number; time: { section: number; total: number } }
    getSection(fraction: number): [index: number, fraction: number]
  }
}

declare module 'foliate-js/text-walker.js' {
  type MakeRange = (
    startIndex: number,
    startOffset: number,
    endIndex: number,
    endOffset: number,
  ) => Range
  /** Calls the function with the text nodes of a document, and yields what it yields. */
  export function textWalker<Found>(
    doc: Document,
    find: (texts: readonly string[], makeRange: MakeRange) => Iterable<Found>,
  ): Iterable<Found>
}
