import type { FoliateBook, Target } from './book'

interface Content {
  readonly index: number
  readonly doc: Document
}

/** What both layouts, running text and laid-out pages, offer. */
export interface Renderer extends HTMLElement {
  open(book: FoliateBook): void
  goTo(target: Target): Promise<void>
  next(distance?: number): Promise<void>
  prev(distance?: number): Promise<void>
  setStyles?(styles: string | readonly [string, string]): void
  getContents(): Content[]
  destroy(): void
}

/** Only the layout that a book needs is loaded. */
export async function rendererFor({ rendition }: FoliateBook): Promise<Renderer> {
  if (rendition.layout === 'pre-paginated') {
    const { FixedLayout } = await import('foliate-js/fixed-layout.js')
    return new FixedLayout()
  }
  if (!customElements.get(paginatorTag)) {
    const { Paginator } = await import('foliate-js/paginator.js')
    class StrictPaginator extends Paginator {
      override attachShadow(init: ShadowRootInit) {
        return withoutInlineStyles(super.attachShadow(init))
      }
    }
    customElements.define(paginatorTag, StrictPaginator)
  }
  return document.createElement(paginatorTag) as Renderer
}

const paginatorTag = 'quire-paginator'

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
