/** Keyboard shortcuts for the page reader. */
import { t } from '../../../../i18n/i18n'
import { ReaderShortcutList } from '../../shortcut-list'
import { pageShortcuts, pdfShortcuts } from '../page-shortcuts'
import { PanelFrame } from './panel-frame'

interface ShortcutsPanelProps {
  /** Whether its pages have text. */
  hasText: boolean
}

export function ShortcutsPanel({ hasText }: ShortcutsPanelProps) {
  return (
    <PanelFrame label={t('Keyboard shortcuts')} title={t('Keyboard shortcuts')}>
      <ReaderShortcutList keys={[...(hasText ? pdfShortcuts() : []), ...pageShortcuts()]} />
    </PanelFrame>
  )
}
