/** The keys of the page reader. */
import { t } from '../../../../i18n/i18n'
import { KeyList, type KeyWords } from '../../shortcut-list'
import { PanelFrame } from './panel-frame'

export function KeysPanel({ onClose }: { onClose(): void }) {
  return (
    <PanelFrame label={t('Keys')} title={t('Keys')} onClose={onClose}>
      <KeyList keys={keyWords()} />
    </PanelFrame>
  )
}

const keyWords = (): KeyWords => [
  ['← →', t('Turn the page, the way the book is read')],
  [t('Space'), t('On; with Shift back')],
  [t('Home, End'), t('First and last page')],
  ['D', t('One page, two, or as the screen allows')],
  ['S', t('Shift pairs by one page from here')],
  ['F', t('Next fit')],
  ['M', t('Next mode')],
  ['R', t('Next direction')],
  ['B', t('Bookmark')],
  ['G', t('Go to a page')],
  ['T', t('All pages')],
  ['A', t('Reading settings')],
  ['X', t('Full screen')],
  [t('Enter'), t('Show or hide the bars')],
  ['+ − 0', t('Zoom in, out, and back')],
  ['?', t('These keys')],
  ['Esc', t('Close; then leave the book')],
]
