import { t } from '../../../i18n/i18n'
import type { KeyWords } from '../shortcut-list'

/** The keys of running text (use-text-keys.ts), in words. */
export const textKeyWords = (): KeyWords => [
  ['← →', t('Turn the page, the way the book is read')],
  [t('Space'), t('On; with Shift back')],
  [t('Home, End'), t('Beginning and end of the book')],
  [t('Backspace'), t('Back to where you were before a jump')],
  ['/', t('Search in this book')],
  ['T', t('Contents')],
  ['B', t('Bookmark')],
  ['A', t('Reading settings')],
  ['?', t('These keys')],
  ['Esc', t('Close; then leave the book')],
]
