/** Codes of the server in words for people. */
import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n'

type User = Schemas['User']

export function roleWords(role: User['role']): string {
  switch (role) {
    case 'reader':
      return t('Reader')
    case 'maintainer':
      return t('Caretaker')
    case 'admin':
      return t('Administrator')
  }
}

export function roleHint(role: User['role']): string {
  switch (role) {
    case 'reader':
      return t('Reads, and keeps a place in every book.')
    case 'maintainer':
      return t('Also edits series and books, and looks after the libraries.')
    case 'admin':
      return t('May do everything, and manages users and the server.')
  }
}

/** The work of a task. */
export function taskWords(type: string): string {
  switch (type) {
    case 'scan_library':
      return t('Scan a library')
    case 'scan_again':
      return t('Scan again a little later')
    case 'preview_scan':
      return t('Preview of a scan')
    case 'undo_scan':
      return t('Undo a scan')
    case 'make_thumbnails':
      return t('Make small pictures of covers')
    case 'hash_books':
      return t('Compare books byte by byte')
    case 'apply_names':
      return t('Apply new rules for names')
    case 'recount_labels':
      return t('Count genres and tags')
    case 'purge_trash':
      return t('Delete for good')
    default:
      return t('Other work')
  }
}

type FindingCode = NonNullable<Schemas['RetryFindings']['code']>

export const findingCodes = [
  'encrypted',
  'drm',
  'unreadable',
  'truncated',
  'not_what_it_says',
  'unsupported',
  'no_pages',
  'too_large',
  'unsafe_names',
  'broken_metadata',
] as const satisfies readonly FindingCode[]

export function findingWords(code: FindingCode): string {
  switch (code) {
    case 'encrypted':
      return t('Locked with a password')
    case 'drm':
      return t('Copy protection')
    case 'unreadable':
      return t('Cannot be read')
    case 'truncated':
      return t('Cut off')
    case 'not_what_it_says':
      return t('Not what its name says')
    case 'unsupported':
      return t('A kind of file Quire does not know')
    case 'no_pages':
      return t('Without pages')
    case 'too_large':
      return t('Too large')
    case 'unsafe_names':
      return t('Unsafe names inside')
    case 'broken_metadata':
      return t('Broken details')
  }
}
