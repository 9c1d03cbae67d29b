import { createReaderContext } from './create-reader-context'

/** A side panel. Only page-based books have `pages`. */
export type ReaderPanel = 'contents' | 'search' | 'settings' | 'keys' | 'pages'

/** The open side panel, and the visibility of the toolbars. */
export interface ReaderPanels {
  readonly panel: ReaderPanel | null
  readonly hasBars: boolean
  /** Opens a panel in place of any other, or closes it if it is open. */
  toggle(panel: ReaderPanel): void
  close(): void
  /** Called when the user has chosen a target, so that no panel covers it. */
  closeIfCovering(): void
  toggleBars(): void
}

export const [PanelsContext, usePanels] = createReaderContext<ReaderPanels>()

/** Whether this is a phone, on which panels cover the book. */
export const doPanelsCover = () => matchMedia('(max-width: 700px)').matches
