/** Keyboard shortcuts for the page reader. */
import { t } from '../../../../i18n/i18n'
import { ReaderShortcutList, type Shortcuts } from '../../shortcut-list'
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

const pdfShortcuts = (): Shortcuts => [
  ['/', t('Search this book')],
  ['C', t('Contents')],
  ['H', t('Highlight the selected text')],
]

const pageShortcuts = (): Shortcuts => [
  ['← →', t('Previous or next page')],
  [t('Space'), t('Next page (Shift: previous)')],
  [t('Home, End'), t('First and last page')],
  ['D', t('One page, two pages, or automatic')],
  ['S', t('Shift page pairs by one from here')],
  ['F', t('Next scaling mode')],
  ['M', t('Next reading mode')],
  ['P', t('Scroll automatically')],
  ['R', t('Next reading direction')],
  ['B', t('Bookmark')],
  ['G', t('Go to page')],
  ['T', t('All pages')],
  ['A', t('Reading settings')],
  ['X', t('Full screen')],
  [t('Enter'), t('Show or hide toolbars')],
  ['+ − 0', t('Zoom in, zoom out, reset')],
  ['?', t('Keyboard shortcuts')],
  ['Esc', t('Close panel, then exit')],
]
