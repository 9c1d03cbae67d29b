/** A context that provides text layers to pages, so that the stage does not pass them as props. */
import { type ComponentType, createContext } from 'react'
import type { Schemas } from '../../../../../api/client'

export interface PageLayerProps {
  page: Schemas['BookPage']
  /** Whether the page is on the screen, unlike the distant pages of a strip. */
  isOnScreen?: boolean
}

interface PageLayers {
  /**
   * Rendered above the image of each visible page. null if the book has no text or its text is
   * hidden.
   */
  readonly Layer: ComponentType<PageLayerProps> | null
  /** Called when the image of a page is about to be requested. */
  onPage(page: number): void
  /** Called when an image is shown. */
  onPicture(page: number): void
  readonly pdf: PdfActions | null
  /** Pages of the book, whose text is requested ahead. */
  readonly pages: readonly Schemas['BookPage'][]
}

/** Reader state and actions that the layers use. */
interface PdfActions {
  /** The match that was chosen in the search, which is marked on its page. */
  readonly match: PageRange | null
  goToPage(page: number): void
  openWebsite(address: string): void
}

/** A range of characters in the text of a page. */
export interface PageRange {
  readonly page: number
  readonly start: number
  readonly end: number
}

export const PageLayersContext = createContext<PageLayers>({
  Layer: null,
  onPage: () => undefined,
  onPicture: () => undefined,
  pdf: null,
  pages: [],
})
