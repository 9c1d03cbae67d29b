/** Defines which records of a full export belong to one user. */
import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Row } from '../../../admin/transfer/everything/export-kind'
import type { OwnKind, OwnKinds } from '../../../admin/transfer/own/own-kinds'
import { covers } from '../../../artwork/covers/schema'
import { collectionTables } from '../../../catalog/collections/schema'
import type { ListTables } from '../../../catalog/item-lists/list-tables'
import { readingListTables } from '../../../catalog/reading-lists/schema'
import { missingEntries } from '../../../ingest/cbl/schema'
import { connections } from '../../../ingest/connections/schema'
import { syncChanges, syncRuns, syncStates } from '../../../ingest/reading-sync/schema'
import { koboBooks, koboDevices, koboTags } from '../../../protocols/kobo/schema'
import { preservedItems } from '../../../reading/preserved/schema'

const ofUser: OwnKind = {}

const secret = 'secret'
const byAdministrator = 'set by administrators'
const ofDevice = 'state of the device'
const ofOthers = 'can name other people'

const withoutSecrets = (...names: string[]): OwnKind => ({
  leftOut: Object.fromEntries(names.map((name) => [name, secret])),
})

const lists: OwnKind = { by: 'ownerId', withoutNested: ['people', 'groups'] }

const selectLists = ({ lists: table }: ListTables, userId: string): SQL =>
  sql`(select ${table.id} from ${table} where ${table.ownerId} = ${userId})`

const selectListNames = ({ lists: table }: ListTables, userId: string): SQL =>
  sql`(select cast(${table.id} as text) from ${table} where ${table.ownerId} = ${userId})`

const selectDevices = (userId: string): SQL =>
  sql`(select ${koboDevices.id} from ${koboDevices} where ${koboDevices.userId} = ${userId})`

const selectConnections = (userId: string): SQL =>
  sql`(select ${connections.id} from ${connections} where ${connections.userId} = ${userId})`

/** Matches the user's picture, and the covers of the user's lists. */
const isOwnCover = (userId: string) =>
  or(
    eq(covers.userId, userId),
    sql`${covers.collectionId} in ${selectLists(collectionTables, userId)}`,
    sql`${covers.readingListId} in ${selectLists(readingListTables, userId)}`,
  )!

/** Matches preserved items of the user. Entries of lists have no user column. */
function isPreservedFor(userId: string): SQL {
  const listId = sql`(${preservedItems.value} ->> 'listId')`
  const isOfOwnList = or(
    sql`${listId} in ${selectListNames(collectionTables, userId)}`,
    sql`${listId} in ${selectListNames(readingListTables, userId)}`,
  )
  return or(
    eq(preservedItems.userId, userId),
    and(eq(preservedItems.kind, 'listEntry'), isOfOwnList),
  )!
}

const isLimited = ({ libraryIds, restrictions }: Viewer) =>
  libraryIds !== 'all' || restrictions !== undefined

/**
 * Hides the title of a deleted book from restricted users, because it is no longer known whether
 * they may see it.
 */
const hideTitle = (row: Row, viewer: Viewer): Row =>
  isLimited(viewer) ? { ...row, title: '' } : row

/**
 * Hides the path on the other server or device, and the series title, from users who may not see
 * them.
 */
function hideForeignBook(row: Row, viewer: Viewer): Row {
  const book = row['book'] as Row
  const path = viewer.permissions.has('libraries:write') ? book['path'] : null
  const seriesTitle = isLimited(viewer) ? '' : book['seriesTitle']
  return { ...row, book: { ...book, path, seriesTitle } }
}

export const ownKinds: OwnKinds = {
  users: {
    by: 'id',
    leftOut: {
      libraryIds: byAdministrator,
      ageLimit: byAdministrator,
      hidesUnrated: byAdministrator,
      restrictions: byAdministrator,
    },
  },
  user_identities: ofUser,
  audit_log: {
    leftOut: {
      targetKind: ofOthers,
      targetId: ofOthers,
      targetName: ofOthers,
      changes: ofOthers,
      foldKey: ofOthers,
    },
  },
  notification_states: ofUser,
  api_keys: withoutSecrets('secretHash'),
  passkeys: withoutSecrets('credentialId', 'publicKey', 'counter'),
  feed_addresses: withoutSecrets('keyHash'),
  koreader_logins: withoutSecrets('secretHash'),
  kobo_devices: withoutSecrets('keyHash'),
  kobo_books: {
    by: (userId) => sql`${koboBooks.deviceId} in ${selectDevices(userId)}`,
    leftOut: { sentSeries: ofDevice, sentCover: ofDevice, sentContent: ofDevice },
  },
  kobo_lists: { by: (userId) => sql`${koboTags.deviceId} in ${selectDevices(userId)}` },
  progress: ofUser,
  events: ofUser,
  completions: ofUser,
  bookmarks: ofUser,
  highlights: ofUser,
  sessions: ofUser,
  derived_sessions: ofUser,
  ratings: ofUser,
  series_completions: ofUser,
  series_progress: ofUser,
  reading_devices: ofUser,
  koreader_positions: ofUser,
  waiting_positions: ofUser,
  want_to_read: ofUser,
  preferences: ofUser,
  client_settings: ofUser,
  reading_profiles: ofUser,
  filter_presets: ofUser,
  collections: lists,
  read_lists: lists,
  missing_entries: {
    by: (userId) => sql`${missingEntries.listId} in ${selectLists(readingListTables, userId)}`,
  },
  cbl_choices: ofUser,
  kept_progress: { hide: hideTitle },
  kept_events: ofUser,
  kept_completions: ofUser,
  preserved: { by: isPreservedFor },
  covers: { by: isOwnCover },
  connections: ofUser,
  sync_states: {
    by: (userId) => sql`${syncStates.connectionId} in ${selectConnections(userId)}`,
  },
  sync_runs: { by: (userId) => sql`${syncRuns.connectionId} in ${selectConnections(userId)}` },
  sync_changes: {
    by: (userId) =>
      sql`${syncChanges.runId} in (select ${syncRuns.id} from ${syncRuns} where ${syncRuns.connectionId} in ${selectConnections(userId)})`,
    hide: hideTitle,
  },
  releases_seen: ofUser,
  recommendation_dismissals: ofUser,
  imports: ofUser,
  import_facts: ofUser,
  waiting_facts: { hide: hideForeignBook },
}

/** Kinds that refer to users but are not part of the export of one user, with the reason. */
export const notOwnKinds: Readonly<Record<string, string>> = {
  group_members: byAdministrator,
  user_tag_grants: byAdministrator,
  invitations: 'work on the accounts of others',
  metadata_changes: 'work on the libraries',
  duplicate_dismissals: 'work on the libraries',
  match_runs: 'work on the libraries',
  purges: 'work on the libraries',
  grouping_changes: 'work on the libraries',
  grouping_copies: 'work on the libraries',
  plugin_values: 'state of plugins',
  reading_changes: 'work of this server',
}
