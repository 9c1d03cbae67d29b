import type { FoliateBook } from '../book/epub'
import { StrictPaginator } from './paginator'
import type { Renderer } from './renderer'

/** Few books have a fixed layout, so its code is loaded on demand. */
export async function createRenderer({ rendition }: FoliateBook): Promise<Renderer> {
  const isFixed = rendition.layout === 'pre-paginated'
  const tag = isFixed ? 'quire-fixed-pages' : 'quire-paginator'
  if (!customElements.get(tag)) {
    customElements.define(
      tag,
      isFixed ? (await import('./fixed-pages')).FixedPages : StrictPaginator,
    )
  }
  return document.createElement(tag) as Renderer
}
