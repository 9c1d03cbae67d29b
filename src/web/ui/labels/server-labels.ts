/** Labels of server codes. */
import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n'

type User = Schemas['User']

export function formatRole(role: User['role']): string {
  switch (role) {
    case 'reader':
      return t('Reader')
    case 'maintainer':
      return t('Maintainer')
    case 'admin':
      return t('Administrator')
  }
}

export function roleHint(role: User['role']): string {
  switch (role) {
    case 'reader':
      return t('Can read books and keep reading progress.')
    case 'maintainer':
      return t('Can also edit metadata and manage libraries.')
    case 'admin':
      return t('Full access, including users and server settings.')
  }
}

/** Label of a task type. */
export function formatTask(type: string): string {
  switch (type) {
    case 'scan_library':
      return t('Scan library')
    case 'scan_again':
      return t('Delayed scan')
    case 'preview_scan':
      return t('Preview scan')
    case 'undo_scan':
      return t('Undo scan')
    case 'make_thumbnails':
      return t('Generate thumbnails')
    case 'hash_books':
      return t('Find duplicate books')
    case 'merge_copies':
      return t('Continue books with their copies')
    case 'apply_names':
      return t('Apply parsing rules')
    case 'recount_labels':
      return t('Recount genres and tags')
    case 'purge_trash':
      return t('Delete permanently')
    default:
      return t('Other task')
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

export function formatFinding(code: FindingCode): string {
  switch (code) {
    case 'encrypted':
      return t('Password-protected')
    case 'drm':
      return t('DRM-protected')
    case 'unreadable':
      return t('Unreadable')
    case 'truncated':
      return t('Truncated')
    case 'not_what_it_says':
      return t('Wrong file extension')
    case 'unsupported':
      return t('Unsupported file type')
    case 'no_pages':
      return t('No pages')
    case 'too_large':
      return t('Too large')
    case 'unsafe_names':
      return t('Unsafe file names inside')
    case 'broken_metadata':
      return t('Damaged metadata')
  }
}
