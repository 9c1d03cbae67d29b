import { t } from '../../../i18n/i18n'
import type { Shortcuts } from '../shortcut-list'

/** Labels for the text reader's keys (use-text-keys.ts). */
export const textShortcuts = (): Shortcuts => [
  ['← →', t('Previous or next page')],
  [t('Space'), t('Next page (Shift: previous)')],
  [t('Home, End'), t('Start and end of the book')],
  [t('Backspace'), t('Go back to where you were before a jump')],
  ['/', t('Search this book')],
  ['T', t('Contents')],
  ['B', t('Bookmark')],
  ['H', t('Highlight the selected text')],
  ['A', t('Reading settings')],
  ['?', t('Keyboard shortcuts')],
  ['Esc', t('Close panel, then exit')],
]
