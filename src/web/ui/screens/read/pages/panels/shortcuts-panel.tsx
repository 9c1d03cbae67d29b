/** Keyboard shortcuts for the page reader. */
import { ReaderShortcutList } from '../../shortcut-list'
import { pageShortcuts, pdfShortcuts } from '../page-shortcuts'

interface ShortcutsPanelProps {
  /** Whether its pages have text. */
  hasText: boolean
}

export const ShortcutsPanel = ({ hasText }: ShortcutsPanelProps) => (
  <ReaderShortcutList keys={[...(hasText ? pdfShortcuts() : []), ...pageShortcuts()]} />
)
