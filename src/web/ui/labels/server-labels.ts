/** Labels for user roles, background tasks and problems with book files. */
import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n'

type User = Schemas['User']

export function formatUserRole(role: User['role']): string {
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
      return t('Can read books and save reading progress')
    case 'maintainer':
      return t('Can also edit metadata and manage libraries')
    case 'admin':
      return t('Full access, including users and server settings')
  }
}

export const formatTask = (type: string): string => taskLabels()[type] ?? t('Other task')

const taskLabels = (): Record<string, string> => ({
  scan_library: t('Scan library'),
  scan_again: t('Follow-up scan'),
  preview_scan: t('Preview scan'),
  undo_scan: t('Undo scan'),
  make_thumbnails: t('Generate thumbnails'),
  clean_up_orphans: t('Delete unused images'),
  hash_books: t('Find duplicate books'),
  merge_copies: t('Transfer reading data to copies'),
  join_waiting_facts: t('Add imported reading data to books'),
  preview_import: t('Preview an import from another program'),
  apply_import: t('Import from another program'),
  undo_import: t('Undo an import from another program'),
  apply_names: t('Apply parsing rules'),
  recount_labels: t('Recount genres and tags'),
  match_library: t('Match series'),
  undo_match_run: t('Undo matching'),
  refresh_metadata: t('Refresh metadata'),
  derive_sessions: t('Update reading sessions'),
  write_export: t('Create an export'),
  refresh_recommendations: t('Update recommendations'),
  regroup_library: t('Group books into series'),
  poll_release_source: t('Check for new releases'),
  update_acquired_releases: t('Compare releases with the library'),
  move_releases: t('Move releases to another series'),
  send_notifications: t('Send notifications'),
  sync_reading: t('Run reading sync'),
  sync_reading_later: t('Run reading sync after reading'),
  purge_trash: t('Delete permanently'),
  create_backup: t('Make a backup'),
  write_archive: t('Export everything'),
  verify_backup: t('Verify a backup'),
})

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
      return t('Unsafe file names in the archive')
    case 'broken_metadata':
      return t('Damaged metadata')
  }
}
