/** Whom a list is shared with. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { invalid, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { requestMessages } from '../../platform/messages/common'
import type { Message } from '../../platform/messages/message'
import type { Viewer } from '../../accounts/permissions/model'
import { foldName } from '../../accounts/users/names/fold-name'
import { users } from '../../accounts/users/schema'
import type { ListKind } from './list-kind'
import { type ListValues, replacePeople, updateListRow } from './list-queries'
import { listMessages } from './messages'
import type { ListPatch } from './model'

interface SharedList {
  id: string
  ownerId?: string | null
  sharing: ListValues['sharing']
}

interface Shared<List> {
  list: List
  sharing?: ListPatch['sharing'] | undefined
  sharedWith?: ListPatch['sharedWith'] | undefined
}

/** Returns the list as it is shared now. Leaving something out keeps it, except people of a private list. */
export async function storeSharing<List extends SharedList>(
  tx: Tx,
  viewer: Viewer,
  kind: ListKind,
  { list, sharing = list.sharing, sharedWith }: Shared<List>,
): Promise<List> {
  const isChanged = sharing !== list.sharing || sharedWith !== undefined
  if (!isChanged) return list
  if (sharing !== 'private' && !viewer.permissions.has('lists:publish')) {
    throw new Refusal('forbidden', listMessages.publish_required())
  }
  refuseContradiction(sharing, list, sharedWith)
  if (sharedWith || sharing === 'private') {
    const people = await findSharedUsers(tx, kind, list, sharedWith ?? [])
    await replacePeople(tx, kind.tables, list.id, people)
  }
  const privateTo = sharing === 'private' ? list.ownerId : null
  await updateListRow(tx, kind.tables, list.id, { sharing, privateTo })
  return { ...list, sharing }
}

function refuseContradiction(
  sharing: SharedList['sharing'],
  list: SharedList,
  sharedWith: ListPatch['sharedWith'],
) {
  if (sharing === 'private' && (sharedWith?.length ?? 0) > 0) {
    throw invalidBody('sharedWith', listMessages.people_of_private())
  }
  const isNew = sharing === 'people' && list.sharing !== 'people'
  const isEmptied = sharing === 'people' && sharedWith?.length === 0
  if (isEmptied || (isNew && !sharedWith)) {
    throw invalidBody('sharedWith', listMessages.people_needed())
  }
}

/** Deactivated users can be kept, but not added. */
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

const invalidBody = (path: string, message: Message) =>
  invalid(requestMessages.body_invalid(), [{ path, message }])
