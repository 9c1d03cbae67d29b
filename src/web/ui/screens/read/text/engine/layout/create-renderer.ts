import type { FoliateBook } from '../book/epub'
import type { Renderer } from './renderer'

/** Loads the code only for the layout that the book needs. */
export async function createRenderer({ rendition }: FoliateBook): Promise<Renderer> {
  const isFixed = rendition.layout === 'pre-paginated'
  const tag = isFixed ? 'quire-fixed-pages' : 'quire-paginator'
  if (!customElements.get(tag)) {
    customElements.define(
      tag,
      isFixed
        ? (await import('./fixed-pages')).FixedPages
        : (await import('./paginator')).StrictPaginator,
    )
  }
  return document.createElement(tag) as Renderer
}
