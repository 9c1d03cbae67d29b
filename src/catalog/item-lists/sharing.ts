/** Shares lists with individual users and access groups. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { Refusal } from '../../errors'
import { invalidBody } from '../../platform/http/validation'
import type { Tx } from '../../platform/db/store'
import { listShareableGroups } from '../../accounts/access/groups'
import type { Viewer } from '../../accounts/permissions/model'
import { foldName } from '../../accounts/users/names/fold-name'
import { users } from '../../accounts/users/schema'
import type { ListKind } from './list-kind'
import { isListNameTaken, type ListValues, updateListRow } from './list-queries'
import { listMessages } from './messages'
import type { ListPatch } from './model'
import { findListGroups, hasAudience, replaceGroups, replacePeople } from './sharing-queries'

interface SharedList {
  id: string
  ownerId?: string | null
  sharing: ListValues['sharing']
}

interface Shared<List> {
  list: List
  sharing?: ListPatch['sharing'] | undefined
  sharedWith?: ListPatch['sharedWith'] | undefined
  sharedWithGroups?: ListPatch['sharedWithGroups'] | undefined
}

/**
 * Stores how the list is shared, and returns the result. Omitted members are unchanged, except for
 * the people and groups of a private list.
 */
export async function storeSharing<List extends SharedList>(
  tx: Tx,
  viewer: Viewer,
  kind: ListKind,
  { list, sharing = list.sharing, sharedWith, sharedWithGroups }: Shared<List>,
): Promise<List> {
  const given = { sharedWith, sharedWithGroups }
  if (sharing === list.sharing && !isAudienceGiven(given)) return list
  if (sharing !== 'private' && !viewer.permissions.has('lists:publish')) {
    throw new Refusal('forbidden', listMessages.publish_required())
  }
  refuseContradiction(sharing, list, given)
  const audience = sharing === 'private' ? nobody : given
  await storeAudience(tx, viewer, kind, { list, sharing, ...audience })
  const privateTo = sharing === 'private' ? list.ownerId : null
  await updateListRow(tx, kind.tables, list.id, { sharing, privateTo })
  return { ...list, sharing }
}

/** Rejects a name that another public list already has. */
export async function refuseTakenPublicName(
  tx: Tx,
  { tables }: ListKind,
  { id, nameKey, sharing }: SharedList & { nameKey: string },
) {
  if (sharing !== 'everyone') return
  const among = eq(tables.lists.sharing, 'everyone')
  if (await isListNameTaken(tx, tables, { nameKey, id, among })) {
    throw new Refusal('conflict', listMessages.public_name_taken())
  }
}

type Audience = Pick<Shared<SharedList>, 'sharedWith' | 'sharedWithGroups'>

const nobody: Audience = { sharedWith: [], sharedWithGroups: [] }

const isAudienceGiven = ({ sharedWith, sharedWithGroups }: Audience) =>
  sharedWith !== undefined || sharedWithGroups !== undefined

function refuseContradiction(sharing: SharedList['sharing'], list: SharedList, given: Audience) {
  for (const member of ['sharedWith', 'sharedWithGroups'] as const) {
    if (sharing === 'private' && (given[member]?.length ?? 0) > 0) {
      throw invalidBody(member, listMessages.people_of_private())
    }
  }
  if (sharing === 'people' && list.sharing !== 'people' && !isAudienceGiven(given)) {
    throw invalidBody('sharedWith', listMessages.people_needed())
  }
}

async function storeAudience(
  tx: Tx,
  viewer: Viewer,
  kind: ListKind,
  { list, sharing, sharedWith, sharedWithGroups }: Shared<SharedList>,
) {
  // The audience is empty if its last person or group was deleted. Even then, other properties of
  // the list can be changed.
  const wasEmpty = list.sharing === 'people' && !(await hasAudience(tx, kind.tables, list.id))
  if (sharedWith) {
    const people = await findSharedUsers(tx, kind, list, sharedWith)
    await replacePeople(tx, kind.tables, list.id, people)
  }
  if (sharedWithGroups) {
    const groups = await findChosenGroups(tx, viewer, kind, { list, sharedWithGroups })
    await replaceGroups(tx, kind.tables, list.id, groups)
  }
  if (sharing !== 'people' || wasEmpty) return
  if (!(await hasAudience(tx, kind.tables, list.id))) {
    throw invalidBody('sharedWith', listMessages.people_needed())
  }
}

/** Finds the users to share with. Deactivated users can be kept but not added. */
async function findSharedUsers(
  tx: Tx,
  { tables: { people: shared } }: ListKind,
  list: SharedList,
  sharedWith: NonNullable<ListPatch['sharedWith']>,
) {
  const keys = sharedWith.map(({ username }) => foldName(username))
  const known = tx.select({ id: shared.userId }).from(shared).where(eq(shared.listId, list.id))
  const isEligible = or(eq(users.isActive, true), inArray(users.id, known))
  const rows = await tx
    .select({ id: users.id, key: users.usernameKey })
    .from(users)
    .where(and(inArray(users.usernameKey, keys), isEligible))
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  const people = new Map<string, boolean>()
  for (const [place, { canEdit = false }] of sharedWith.entries()) {
    const path = `sharedWith.${place}.username`
    const userId = ids.get(keys[place]!)
    if (userId === undefined) throw invalidBody(path, listMessages.unknown_user())
    if (userId === list.ownerId) throw invalidBody(path, listMessages.owner_in_people())
    people.set(userId, canEdit || (people.get(userId) ?? false))
  }
  return [...people].map(([userId, canEdit]) => ({ userId, canEdit }))
}

/**
 * Finds the chosen groups. Groups that the viewer may not choose are rejected as if they did not
 * exist, unless the list is already shared with them.
 */
async function findChosenGroups(
  tx: Tx,
  viewer: Viewer,
  { tables }: ListKind,
  { list, sharedWithGroups = [] }: Pick<Shared<SharedList>, 'list' | 'sharedWithGroups'>,
) {
  if (sharedWithGroups.length === 0) return []
  const known = await findListGroups(tx, tables, [list.id])
  const shareable = await listShareableGroups(tx, viewer)
  const eligible = new Set([...known, ...shareable].map(({ id }) => id))
  const groups = new Map<string, boolean>()
  for (const [place, { id, canEdit = false }] of sharedWithGroups.entries()) {
    if (!eligible.has(id)) {
      throw invalidBody(`sharedWithGroups.${place}.id`, listMessages.unknown_group())
    }
    groups.set(id, canEdit || (groups.get(id) ?? false))
  }
  return [...groups].map(([groupId, canEdit]) => ({ groupId, canEdit }))
}
