/** Labels for the page reader's keys (use-reader-keys.ts). */
import { t } from '../../../i18n/i18n'
import type { Shortcuts } from '../shortcut-list'

export const pdfShortcuts = (): Shortcuts => [
  ['/', t('Search this book')],
  ['C', t('Contents')],
  ['H', t('Highlight the selected text')],
]

export const pageShortcuts = (): Shortcuts => [
  ['← →', t('Previous or next page')],
  [t('Space'), t('Next page (Shift: previous)')],
  [t('Home, End'), t('First and last page')],
  [t('Backspace'), t('Go back to where you were before a jump')],
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
