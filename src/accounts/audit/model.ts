import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  instantText,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

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
] as const
export type AuditAction = (typeof auditActions)[number]

const proofs = ['session', 'api_key', 'password', 'proxy', 'system', 'none'] as const

export const auditTargets = [
  'user',
  'access_group',
  'sharing_tag',
  'library',
  'series',
  'book',
  'plugin',
  'source',
  'channel',
  'backup',
  'setting',
] as const

export type AuditTarget = (typeof auditTargets)[number]

const AuditChange = named('AuditChange', {
  name: anyText({ description: 'Name of the changed field, such as `role`' }),
  before: nullable(anyText()),
  after: nullable(anyText()),
})
export type AuditChange = Static<typeof AuditChange>

export const AuditEntry = named('AuditEntry', {
  id: id(),
  at: instant({ description: 'Time of the entry; for combined entries, the time of the last one' }),
  action: oneOf(auditActions),
  userId: nullable(
    id(
      'ID of the user who performed the action; null for the server and for people without an account',
    ),
  ),
  username: nullable(anyText({ description: 'Username at the time of the entry' })),
  proof: oneOf(proofs, { description: 'How the user authenticated' }),
  address: nullable(anyText({ description: 'IP address that the request came from' })),
  targetKind: nullable(oneOf(auditTargets)),
  targetId: nullable(anyText()),
  targetName: nullable(anyText({ description: 'Name of the target at the time of the entry' })),
  changes: list(AuditChange),
  count: long({
    description:
      'Number of combined entries; identical failed sign-ins within an hour become one entry',
  }),
})
export type AuditEntry = Static<typeof AuditEntry>
export const AuditEntries = PageOf(AuditEntry)

const filters = {
  action: optional(oneOf(auditActions, { description: 'Only entries of this kind' })),
  userId: optional(id('Only entries by or about this user')),
  search: optional(
    text(200, { description: 'Only entries with a name or IP address that contains this text' }),
  ),
  since: optional(instantText({ description: 'Only entries from this time on' })),
  until: optional(instantText({ description: 'Only entries up to this time' })),
}
export const AuditQuery = shape({ ...PageQuery, ...filters })
export type AuditQuery = Static<typeof AuditQuery>

export const AuditExportQuery = shape({
  ...filters,
  format: optional(oneOf(['csv', 'json'], { description: 'Format of the file. Default: csv' })),
})
export type AuditExportQuery = Static<typeof AuditExportQuery>
