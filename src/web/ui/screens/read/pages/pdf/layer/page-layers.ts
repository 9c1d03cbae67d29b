/** How pages get their text, without passing it through the whole stage. */
import { type ComponentType, createContext } from 'react'
import type { Schemas } from '../../../../../api/client'

export interface PageLayerProps {
  page: Schemas['BookPage']
}

interface PageLayers {
  /** Drawn above the picture of each visible page, if the book has text. */
  readonly Layer: ComponentType<PageLayerProps> | null
  /** Called when a picture is shown. */
  onPicture(page: number): void
  readonly pdf: PdfActions | null
}

/** What the layers need of the reader. */
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
  onPicture: () => undefined,
  pdf: null,
})
