/** Kinds of account records. Each kind comes after the kinds that it refers to. */
import { sql } from 'drizzle-orm'
import {
  accessGroups,
  groupMappings,
  groupMembers,
  groupTagGrants,
  userTagGrants,
} from '../../../accounts/access/schema'
import { apiKeys } from '../../../accounts/api-keys/schema'
import { auditEntries } from '../../../accounts/audit/schema'
import { invitations } from '../../../accounts/invitations/schema'
import { userIdentities } from '../../../accounts/oidc/schema'
import { passkeys } from '../../../accounts/passkeys/schema'
import { endSignedSessions } from '../../../accounts/sessions/signed-sessions'
import { users } from '../../../accounts/users/schema'
import { noPassword } from '../../../accounts/users/passwords/passwords'
import { notificationStates } from '../../../admin/notifications/schema'
import type { ExportKind } from '../../../admin/transfer/everything/export-kind'
import { installation } from '../../../platform/db/schema'
import { feedAddresses } from '../../../protocols/feeds/schema'
import { koboBooks, koboDevices, koboTags } from '../../../protocols/kobo/schema'
import { clientSettings } from '../../../protocols/komga/client-settings/schema'
import { syncLogins } from '../../../protocols/koreader/schema'

/** Settings of this installation that also apply to a new one. */
const settingKeys = ['settings', 'backup_schedule', 'unrated_shown']

export const userKinds: readonly ExportKind[] = [
  {
    name: 'users',
    about: 'Accounts. Without secrets, people need a new password.',
    table: users,
    names: { username: 'name' },
    secrets: ['passwordHash'],
    leftOut: { hasTwoFactor: 'the second factor is not exported' },
    missing: { passwordHash: noPassword },
    // On an installation with the same secret, sessions that have already ended would otherwise
    // become valid again.
    onStored: async (tx, rows, now) => {
      for (const { id } of rows) await endSignedSessions(tx, String(id), now)
    },
  },
]

export const accountKinds: readonly ExportKind[] = [
  {
    name: 'settings',
    about: 'Settings that were changed in the interface.',
    table: installation,
    where: () => sql`${installation.key} in ${settingKeys}`,
  },
  { name: 'access_groups', about: 'Restrictions that users share.', table: accessGroups },
  { name: 'group_members', about: 'Members of access groups.', table: groupMembers },
  { name: 'group_mappings', about: 'Groups of sign-in providers.', table: groupMappings },
  { name: 'group_tag_grants', about: 'Sharing tags of access groups.', table: groupTagGrants },
  { name: 'user_tag_grants', about: 'Sharing tags of users.', table: userTagGrants },
  { name: 'user_identities', about: 'Accounts at sign-in providers.', table: userIdentities },
  { name: 'audit_log', about: 'What users did that matters for security.', table: auditEntries },
  {
    name: 'notification_states',
    about: 'Notifications that were read or deleted.',
    table: notificationStates,
  },
  { name: 'api_keys', about: 'Hashes of API keys.', table: apiKeys, isSecret: true },
  { name: 'passkeys', about: 'Public keys of passkeys.', table: passkeys, isSecret: true },
  { name: 'invitations', about: 'Invitations.', table: invitations, isSecret: true },
  { name: 'feed_addresses', about: 'Addresses of feeds.', table: feedAddresses, isSecret: true },
  {
    name: 'koreader_logins',
    about: 'Sign-ins of KOReader devices.',
    table: syncLogins,
    isSecret: true,
  },
  { name: 'kobo_devices', about: 'Kobo devices.', table: koboDevices, isSecret: true },
  { name: 'kobo_books', about: 'Books on Kobo devices.', table: koboBooks, isSecret: true },
  { name: 'kobo_lists', about: 'Lists on Kobo devices.', table: koboTags, isSecret: true },
  {
    name: 'client_settings',
    about: 'Settings that apps of the Komga API stored.',
    table: clientSettings,
  },
]
