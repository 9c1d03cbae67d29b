/** Side panels and dialogs of page-based books, which are loaded on demand. */
import type { RefObject } from 'react'
import type { Schemas } from '../../../../api/client'
import type { ReaderPanel } from '../../frame/reader-panels'
import { PagesPanel } from './pages-panel'
import { type DrawerProps, SettingsDrawer } from './settings-drawer'
import { ReaderShortcutList } from '../../shortcut-list'
import { pageShortcuts, pdfShortcuts } from '../page-shortcuts'

export { GoToPage } from './go-to-page'
export { PageAsCover } from './page-as-cover'

export interface PagePanelProps {
  panel: Exclude<ReaderPanel, 'contents' | 'search'>
  frame: RefObject<HTMLElement | null>
  drawer: DrawerProps
  thumbs: { book: Schemas['Book']; pages: readonly Schemas['BookPage'][] }
}

export function PagePanel({ panel, frame, drawer, thumbs }: PagePanelProps) {
  if (panel === 'pages') return <PagesPanel pages={thumbs.pages} panel={frame} />
  if (panel === 'keys') return <ShortcutsPanel hasText={drawer.hasText} />
  return (
    <SettingsDrawer
      settings={drawer.settings}
      reader={drawer.reader}
      change={drawer.change}
      hasPairs={drawer.hasPairs}
      isCramped={drawer.isCramped}
      isNarrow={drawer.isNarrow}
      hasText={drawer.hasText}
      shift={drawer.shift}
    />
  )
}

interface ShortcutsPanelProps {
  /** Whether the pages of the book have text. */
  hasText: boolean
}

const ShortcutsPanel = ({ hasText }: ShortcutsPanelProps) => (
  <ReaderShortcutList keys={[...(hasText ? pdfShortcuts() : []), ...pageShortcuts()]} />
)
