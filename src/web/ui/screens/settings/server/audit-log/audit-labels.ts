import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Entry = Schemas['AuditEntry']
type Action = Entry['action']
type Change = Entry['changes'][number]

export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'end_sessions',
  'sign_out_at_provider',
  'complete_setup',
  'change_password',
  'change_profile',
  'create_user',
  'change_user',
  'delete_user',
  'create_key',
  'change_key',
  'delete_key',
  'create_login_link',
  'create_invitation',
  'revoke_invitation',
  'use_invitation',
  'link_identity',
  'unlink_identity',
  'connect_service',
  'disconnect_service',
  'enable_two_factor',
  'disable_two_factor',
  'replace_recovery_codes',
  'add_passkey',
  'remove_passkey',
  'set_pin',
  'remove_pin',
  'change_restrictions',
  'create_access_group',
  'change_access_group',
  'delete_access_group',
  'create_sharing_tag',
  'change_sharing_tag',
  'delete_sharing_tag',
  'tag_series',
  'create_library',
  'change_library',
  'delete_library',
  'restore_library',
  'delete_series',
  'restore_series',
  'delete_book',
  'restore_book',
  'purge',
  'request_backup',
  'download_backup',
  'delete_backup',
  'export_everything',
  'download_archive',
  'start_source_import',
  'confirm_source_import',
  'undo_source_import',
  'change_setting',
  'forget_purged',
  'install_plugin',
  'change_plugin',
  'remove_plugin',
  'add_source',
  'change_source',
  'remove_source',
  'add_channel',
  'change_channel',
  'remove_channel',
] as const satisfies readonly Action[]

export const formatAction = (action: Action): string => actionLabels()[action]

const actionLabels = (): Record<Action, string> => ({
  ...accountLabels(),
  ...signInLabels(),
  ...accessLabels(),
  create_library: t('Library added'),
  change_library: t('Library changed'),
  delete_library: t('Library moved to the trash'),
  restore_library: t('Library restored'),
  delete_series: t('Series moved to the trash'),
  restore_series: t('Series restored'),
  delete_book: t('Book moved to the trash'),
  restore_book: t('Book restored'),
  purge: t('Permanent deletion started'),
  request_backup: t('Backup started'),
  download_backup: t('Backup downloaded'),
  delete_backup: t('Backup deleted'),
  export_everything: t('Full export started'),
  download_archive: t('Full export downloaded'),
  start_source_import: t('Import from another program started'),
  confirm_source_import: t('Import from another program confirmed'),
  undo_source_import: t('Import from another program undone'),
  change_setting: t('Setting changed'),
  forget_purged: t('Data of deleted books permanently deleted'),
  install_plugin: t('Plugin installed'),
  change_plugin: t('Plugin changed'),
  remove_plugin: t('Plugin removed'),
  add_source: t('Release source added'),
  change_source: t('Release source changed'),
  remove_source: t('Release source removed'),
  add_channel: t('Notification channel added'),
  change_channel: t('Notification channel changed'),
  remove_channel: t('Notification channel removed'),
})

const accountLabels = () => ({
  complete_setup: t('Quire set up'),
  change_profile: t('Profile changed'),
  create_user: t('User added'),
  change_user: t('User changed'),
  delete_user: t('User deleted'),
  create_key: t('API key created'),
  change_key: t('API key changed'),
  delete_key: t('API key deleted'),
  create_invitation: t('Invitation created'),
  revoke_invitation: t('Invitation revoked'),
  use_invitation: t('Invitation accepted'),
})

const accessLabels = () => ({
  change_restrictions: t('Restrictions changed'),
  create_access_group: t('Access group added'),
  change_access_group: t('Access group changed'),
  delete_access_group: t('Access group deleted'),
  create_sharing_tag: t('Sharing tag added'),
  change_sharing_tag: t('Sharing tag changed'),
  delete_sharing_tag: t('Sharing tag deleted'),
  tag_series: t('Series sharing tags changed'),
})

const signInLabels = () => ({
  sign_in: t('Signed in'),
  sign_in_failed: t('Failed sign-in'),
  end_sessions: t('Signed out everywhere'),
  sign_out_at_provider: t('Signed out at the sign-in provider'),
  change_password: t('Password changed'),
  create_login_link: t('Sign-in link created'),
  link_identity: t('Sign-in account connected'),
  unlink_identity: t('Sign-in account disconnected'),
  connect_service: t('Reading service connected'),
  disconnect_service: t('Reading service disconnected'),
  enable_two_factor: t('Two-factor authentication turned on'),
  disable_two_factor: t('Two-factor authentication turned off'),
  replace_recovery_codes: t('Recovery codes replaced'),
  add_passkey: t('Passkey added'),
  remove_passkey: t('Passkey removed'),
  set_pin: t('PIN set'),
  remove_pin: t('PIN removed'),
})

/** Returns text such as `Role: reader → maintainer`, or `Role: maintainer` for a new value. */
export function formatAuditChange({ name, before, after }: Change): string {
  const label = changeLabels()[name] ?? name
  if (before === null) return t('{name}: {value}', { name: label, value: formatValue(after) })
  return t('{name}: {before} → {after}', {
    name: label,
    before: formatValue(before),
    after: formatValue(after),
  })
}

const formatValue = (value: string | null): string => {
  if (value === null || value === '') return t('none')
  return valueLabels()[value] ?? value
}

const valueLabels = (): Record<string, string> => ({
  '*': t('all'),
  true: t('yes'),
  false: t('no'),
})

const changeLabels = (): Record<string, string> => ({
  role: t('Role'),
  permissions: t('Permissions'),
  permission: t('Permission'),
  isActive: t('Enabled'),
  enabled: t('Enabled'),
  username: t('Username'),
  email: t('Email address'),
  password: t('Password'),
  otherSignIns: t('Other ways to sign in'),
  method: t('Method'),
  userAgent: t('Browser or app'),
  libraries: t('Libraries'),
  name: t('Name'),
  count: t('Count'),
  provider: t('Provider'),
  subject: t('Account'),
  service: t('Service'),
  account: t('Account'),
  description: t('Description'),
  ageLimit: t('Age limit'),
  hidesUnrated: t('Hide series without an age rating'),
  deniedTags: t('Hidden sharing tags'),
  allowedTags: t('Allowed sharing tags'),
  sharingTags: t('Sharing tags'),
  accessGroup: t('Access group'),
  mapping: t('Group at the sign-in provider'),
  host: t('Server'),
  address: t('Address'),
  newsKinds: t('Notifications'),
  frequency: t('Frequency'),
})
